import type { ComponentType } from 'preact';
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { BASE } from './base-path.ts';
import { enterOrganization, loadSession, organizationId, session, sessionState } from './data/session.ts';
import { ACKNOWLEDGEMENT, CONFIRMATION } from './links/link-addresses.ts';
import { FailureNotice } from './parts/failure-notice.tsx';
import { Shell } from './shell/shell.tsx';
import { NoOrganization, NoSuchPage, NotAMember } from './shell/lost.tsx';
import { organizationAddress, organizationIn } from './shell/addresses.ts';
import { rememberDestination } from './sign-in/destination.ts';
import { textsLoaded } from './language/catalogue.ts';

/** A screen that is loaded, with its texts, when somebody opens it. */
const screen = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    const loaded = await load();
    await textsLoaded();
    return loaded;
  });

const Overview = screen(async () => (await import('./overview/overview-screen.tsx')).OverviewScreen);
const Monitors = screen(async () => (await import('./monitors/monitors-screen.tsx')).MonitorsScreen);
const Monitor = screen(async () => (await import('./monitors/monitor-screen.tsx')).MonitorScreen);
const NewMonitor = screen(async () => (await import('./monitors/monitor-form-screen.tsx')).NewMonitorScreen);
const EditMonitor = screen(async () => (await import('./monitors/monitor-form-screen.tsx')).EditMonitorScreen);
const Incidents = screen(async () => (await import('./incidents/incidents-screen.tsx')).IncidentsScreen);
const Incident = screen(async () => (await import('./incidents/incident-screen.tsx')).IncidentScreen);
const Pages = screen(async () => (await import('./status-pages/status-pages-screen.tsx')).StatusPagesScreen);
const NewPage = screen(async () => (await import('./status-pages/page-editor-screen.tsx')).NewPageScreen);
const Page = screen(async () => (await import('./status-pages/page-editor-screen.tsx')).PageScreen);
const Published = screen(async () => (await import('./status-pages/published-screen.tsx')).PublishedScreen);
const NewPublished = screen(async () => (await import('./status-pages/published-form-screen.tsx')).NewPublishedScreen);
const EditPublished = screen(
  async () => (await import('./status-pages/published-form-screen.tsx')).EditPublishedScreen,
);
const PublishedIncident = screen(
  async () => (await import('./status-pages/published-incident-screen.tsx')).PublishedIncidentScreen,
);
const Maintenance = screen(async () => (await import('./maintenance/maintenance-screen.tsx')).MaintenanceScreen);
const NewWindow = screen(async () => (await import('./maintenance/window-form-screen.tsx')).NewWindowScreen);
const EditWindow = screen(async () => (await import('./maintenance/window-form-screen.tsx')).EditWindowScreen);
const Window = screen(async () => (await import('./maintenance/window-screen.tsx')).WindowScreen);
const Webhooks = screen(async () => (await import('./webhooks/webhooks-screen.tsx')).WebhooksScreen);
const NewEndpoint = screen(async () => (await import('./webhooks/endpoint-form-screen.tsx')).NewEndpointScreen);
const EditEndpoint = screen(async () => (await import('./webhooks/endpoint-form-screen.tsx')).EditEndpointScreen);
const Endpoint = screen(async () => (await import('./webhooks/endpoint-screen.tsx')).EndpointScreen);
const Deliveries = screen(async () => (await import('./webhooks/deliveries-screen.tsx')).DeliveriesScreen);
const Delivery = screen(async () => (await import('./webhooks/delivery-screen.tsx')).DeliveryScreen);
const Contacts = screen(async () => (await import('./contacts/contacts-screen.tsx')).ContactsScreen);
const NewContact = screen(async () => (await import('./contacts/contact-form-screen.tsx')).NewContactScreen);
const MonitorContacts = screen(
  async () => (await import('./contacts/monitor-contacts-screen.tsx')).MonitorContactsScreen,
);
const MonitorAlerting = screen(async () => (await import('./monitors/alerting-screen.tsx')).MonitorAlertingScreen);
const Contact = screen(async () => (await import('./contacts/contact-screen.tsx')).ContactScreen);
const EditContact = screen(async () => (await import('./contacts/contact-settings-screen.tsx')).EditContactScreen);
const Organization = screen(async () => (await import('./organization/organization-screen.tsx')).OrganizationScreen);
const Settings = screen(async () => (await import('./person/settings-screen.tsx')).SettingsScreen);
const Keys = screen(async () => (await import('./organization/keys-screen.tsx')).KeysScreen);
const People = screen(async () => (await import('./organization/people-screen.tsx')).PeopleScreen);
const Audit = screen(async () => (await import('./organization/audit-screen.tsx')).AuditScreen);
const Usage = screen(async () => (await import('./organization/usage-screen.tsx')).UsageScreen);

const SignIn = screen(async () => (await import('./sign-in/sign-in-screen.tsx')).SignInScreen);
const Invitation = screen(async () => (await import('./sign-in/invitation-screen.tsx')).InvitationScreen);
const Acknowledge = screen(async () => (await import('./links/acknowledge-screen.tsx')).AcknowledgeScreen);
const Confirm = screen(async () => (await import('./links/confirm-screen.tsx')).ConfirmScreen);

const INVITATION = `${BASE}/invitation`;
const SIGN_IN = `${BASE}/sign-in`;
const IN_ORGANIZATION = `${BASE}/o/:organizationId`;

/** Screens that need nobody to be signed in, by their addresses. */
const OUTSIDE: ReadonlyMap<string, ComponentType> = new Map([
  [SIGN_IN, SignIn],
  [INVITATION, Invitation],
  [ACKNOWLEDGEMENT, Acknowledge],
  [CONFIRMATION, Confirm],
]);

export function App() {
  return (
    <LocationProvider scope={BASE}>
      <Entrance />
    </LocationProvider>
  );
}

/** Sends people to where they can be: to sign in, into an organization, or to the screen that they asked for. */
function Entrance() {
  const { path } = useLocation();
  const state = sessionState.value;
  const Outside = OUTSIDE.get(path);
  if (Outside !== undefined) {
    return (
      <ErrorBoundary>
        <Outside />
      </ErrorBoundary>
    );
  }
  switch (state.kind) {
    case 'unknown':
      return <div class="boot" aria-busy="true" />;
    case 'failed':
      return (
        <main class="lost" id="main">
          <FailureNotice failure={state.failure} onRetry={loadSession} />
        </main>
      );
    case 'nobody':
      return <ToSignIn />;
    case 'person':
    case 'ended':
      return <Inside path={path} />;
  }
}

function Inside({ path }: { readonly path: string }) {
  const { memberships = [] } = session.value ?? {};
  const wanted = organizationIn(path);
  // The one used last comes first.
  const home = memberships[0]?.organizationId;
  if (wanted === undefined && home !== undefined) return <To address={organizationAddress(home)} />;
  if (home === undefined) return <NoOrganization />;
  if (!memberships.some((each) => each.organizationId === wanted)) return <NotAMember />;
  if (organizationId.peek() !== wanted) enterOrganization(wanted);
  return (
    <Shell key={wanted}>
      <ErrorBoundary>
        <Router>
          <Route path={IN_ORGANIZATION} component={ToOverview} />
          <Route path={`${IN_ORGANIZATION}/overview`} component={Overview} />
          <Route path={`${IN_ORGANIZATION}/monitors`} component={Monitors} />
          <Route path={`${IN_ORGANIZATION}/monitors/new`} component={NewMonitor} />
          <Route path={`${IN_ORGANIZATION}/monitors/:monitorId`} component={Monitor} />
          <Route path={`${IN_ORGANIZATION}/monitors/:monitorId/edit`} component={EditMonitor} />
          <Route path={`${IN_ORGANIZATION}/monitors/:monitorId/alerting`} component={MonitorAlerting} />
          <Route path={`${IN_ORGANIZATION}/incidents`} component={Incidents} />
          <Route path={`${IN_ORGANIZATION}/incidents/:incidentId`} component={Incident} />
          <Route path={`${IN_ORGANIZATION}/status-pages`} component={Pages} />
          <Route path={`${IN_ORGANIZATION}/status-pages/new`} component={NewPage} />
          <Route path={`${IN_ORGANIZATION}/status-pages/incidents`} component={Published} />
          <Route path={`${IN_ORGANIZATION}/status-pages/incidents/new`} component={NewPublished} />
          <Route path={`${IN_ORGANIZATION}/status-pages/incidents/:statusIncidentId`} component={PublishedIncident} />
          <Route path={`${IN_ORGANIZATION}/status-pages/incidents/:statusIncidentId/edit`} component={EditPublished} />
          <Route path={`${IN_ORGANIZATION}/status-pages/:statusPageId`} component={Page} />
          <Route path={`${IN_ORGANIZATION}/maintenance`} component={Maintenance} />
          <Route path={`${IN_ORGANIZATION}/maintenance/new`} component={NewWindow} />
          <Route path={`${IN_ORGANIZATION}/maintenance/:maintenanceId`} component={Window} />
          <Route path={`${IN_ORGANIZATION}/maintenance/:maintenanceId/edit`} component={EditWindow} />
          <Route path={`${IN_ORGANIZATION}/webhooks`} component={Webhooks} />
          <Route path={`${IN_ORGANIZATION}/webhooks/new`} component={NewEndpoint} />
          <Route path={`${IN_ORGANIZATION}/webhooks/deliveries`} component={Deliveries} />
          <Route path={`${IN_ORGANIZATION}/webhooks/deliveries/:deliveryId`} component={Delivery} />
          <Route path={`${IN_ORGANIZATION}/webhooks/:endpointId`} component={Endpoint} />
          <Route path={`${IN_ORGANIZATION}/webhooks/:endpointId/edit`} component={EditEndpoint} />
          <Route path={`${IN_ORGANIZATION}/contacts`} component={Contacts} />
          <Route path={`${IN_ORGANIZATION}/contacts/new`} component={NewContact} />
          <Route path={`${IN_ORGANIZATION}/contacts/by-monitor`} component={MonitorContacts} />
          <Route path={`${IN_ORGANIZATION}/contacts/:contactId`} component={Contact} />
          <Route path={`${IN_ORGANIZATION}/contacts/:contactId/edit`} component={EditContact} />
          <Route path={`${IN_ORGANIZATION}/organization`} component={Organization} />
          <Route path={`${IN_ORGANIZATION}/settings`} component={Settings} />
          <Route path={`${IN_ORGANIZATION}/keys`} component={Keys} />
          <Route path={`${IN_ORGANIZATION}/people`} component={People} />
          <Route path={`${IN_ORGANIZATION}/audit`} component={Audit} />
          <Route path={`${IN_ORGANIZATION}/usage`} component={Usage} />
          <Route default component={NoSuchPage} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}

function ToSignIn() {
  const { route } = useLocation();
  useEffect(() => {
    rememberDestination();
    route(SIGN_IN, true);
  }, []);
  return null;
}

function ToOverview() {
  return <To address={organizationAddress(organizationId.value ?? '')} />;
}

function To({ address }: { readonly address: string }) {
  const { route } = useLocation();
  useEffect(() => route(address, true), [address]);
  return null;
}

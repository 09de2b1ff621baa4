import type { ComponentType } from 'preact';
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { BASE } from './base-path.ts';
import { enterOrganization, loadSession, organizationId, session, sessionState } from './data/session.ts';
import { FailureNotice } from './parts/failure-notice.tsx';
import { Shell } from './shell/shell.tsx';
import { NoOrganization, NoSuchPage, NotAMember } from './shell/lost.tsx';
import { organizationAddress, organizationIn } from './shell/addresses.ts';
import { rememberDestination } from './sign-in/destination.ts';
import { InvitationScreen } from './sign-in/invitation-screen.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { textsLoaded } from './words/catalogue.ts';

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
const Keys = screen(async () => (await import('./organization/keys-screen.tsx')).KeysScreen);
const People = screen(async () => (await import('./organization/people-screen.tsx')).PeopleScreen);
const Audit = screen(async () => (await import('./organization/audit-screen.tsx')).AuditScreen);
const Usage = screen(async () => (await import('./organization/usage-screen.tsx')).UsageScreen);

const INVITATION = `${BASE}/invitation`;
const SIGN_IN = `${BASE}/sign-in`;
const IN_ORGANIZATION = `${BASE}/o/:organizationId`;

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
  if (path === SIGN_IN) return <SignInScreen />;
  if (path === INVITATION) return <InvitationScreen />;
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
          <Route path={`${IN_ORGANIZATION}/incidents`} component={Incidents} />
          <Route path={`${IN_ORGANIZATION}/incidents/:incidentId`} component={Incident} />
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

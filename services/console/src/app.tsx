import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { BASE } from './base-path.ts';
import { enterOrganization, loadSession, organizationId, session, sessionState } from './data/session.ts';
import { FailureNotice } from './parts/failure-notice.tsx';
import { Shell } from './shell/shell.tsx';
import { NoOrganization, NoSuchPage, NotAMember } from './shell/lost.tsx';
import { organizationAddress, organizationIn } from './shell/addresses.ts';
import { rememberDestination } from './sign-in/destination.ts';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

const Monitors = lazy(() => import('./monitors/monitors-screen.tsx').then((it) => it.MonitorsScreen));

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
          <Route path={IN_ORGANIZATION} component={ToMonitors} />
          <Route path={`${IN_ORGANIZATION}/monitors`} component={Monitors} />
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

function ToMonitors() {
  return <To address={organizationAddress(organizationId.value ?? '')} />;
}

function To({ address }: { readonly address: string }) {
  const { route } = useLocation();
  useEffect(() => route(address, true), [address]);
  return null;
}

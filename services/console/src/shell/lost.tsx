import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { BASE } from '../base-path.ts';
import { organizationId, session, signOut } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { words } from '../words/words.ts';
import { addressOf, organizationAddress } from './addresses.ts';

function Lost({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="lost" id="main">
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function SignOutButton() {
  const { route } = useLocation();
  const leave = async (): Promise<void> => {
    await signOut(false);
    route(`${BASE}/sign-in`);
  };
  return <Button onClick={leave}>{words().shell.signOut}</Button>;
}

export function NoOrganization() {
  const { signIn } = words();
  return (
    <Lost title={session.value?.person.email ?? ''}>
      <p class="lead">{signIn.noOrganization}</p>
      <SignOutButton />
    </Lost>
  );
}

/** Another organization of the same person may be the one that was meant. */
export function NotAMember() {
  const { shell } = words();
  const { memberships = [] } = session.value ?? {};
  return (
    <Lost title={shell.chooseOrganization}>
      <p class="lead">{shell.notMember}</p>
      <ul class="choices">
        {memberships.map((each) => (
          <li key={each.organizationId}>
            <a class="button" href={organizationAddress(each.organizationId)} dir="auto">
              {each.name}
            </a>
          </li>
        ))}
      </ul>
      <SignOutButton />
    </Lost>
  );
}

/** Inside the shell, which has the landmark of the page. */
export function NoSuchPage() {
  const { shell } = words();
  return (
    <div class="empty">
      <h1>{shell.noSuchPage}</h1>
      <p class="lead">{shell.noSuchPageLead}</p>
      {organizationId.value !== undefined && (
        <a class="button primary" href={addressOf('monitors')}>
          {shell.toMonitors}
        </a>
      )}
    </div>
  );
}

import { useLocation } from 'preact-iso';
import { may, membership, session, type Role } from '../data/session.ts';
import { words } from '../words/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { addressOf, organizationAddress, type Place } from './addresses.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const WORK: readonly Place[] = ['overview', 'monitors', 'incidents'];
const ORGANIZATION: readonly (readonly [Place, Role])[] = [
  ['keys', 'ADMIN'],
  ['people', 'VIEWER'],
  ['audit', 'ADMIN'],
  ['usage', 'VIEWER'],
];

export function Navigation({ isOpen, onToggle }: Props) {
  const { shell } = words();
  return (
    <header class="side">
      <div class="side-top">
        <Organization />
        <button type="button" class="button menu-button" aria-expanded={isOpen} aria-controls="menu" onClick={onToggle}>
          {shell.menu}
        </button>
      </div>
      <div id="menu" class="menu">
        <nav aria-label={shell.navigation}>
          <ul>
            {WORK.map((place) => (
              <Entry key={place} place={place} />
            ))}
          </ul>
          <h2 class="cap">{shell.organizationSection}</h2>
          <ul>
            {ORGANIZATION.filter(([, role]) => may(role)).map(([place]) => (
              <Entry key={place} place={place} />
            ))}
          </ul>
        </nav>
        <AccountMenu />
      </div>
    </header>
  );
}

function Entry({ place }: { readonly place: Place }) {
  const { path } = useLocation();
  const address = addressOf(place);
  const isHere = path === address || path.startsWith(`${address}/`);
  return (
    <li>
      <a href={address} aria-current={isHere ? 'page' : undefined}>
        {words().shell[place]}
      </a>
    </li>
  );
}

/** The name of the organization, or a choice where the person has several. */
function Organization() {
  const { shell } = words();
  const { route } = useLocation();
  const { memberships = [] } = session.value ?? {};
  const current = membership.value;
  return (
    <div class="brand">
      <i aria-hidden="true" />
      {memberships.length < 2 ? (
        <span dir="auto">{current?.name}</span>
      ) : (
        <select
          aria-label={shell.switchOrganization}
          value={current?.organizationId}
          onChange={(event) => route(organizationAddress(event.currentTarget.value))}
        >
          {memberships.map(({ organizationId, name }) => (
            <option key={organizationId} value={organizationId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

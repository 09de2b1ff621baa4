import { useLocation } from 'preact-iso';
import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { may, membership, session, type Role } from '../data/session.ts';
import { number } from '../format/format.ts';
import { words } from '../words/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { addressOf, organizationAddress, type Place } from './addresses.ts';
import { PALETTE_KEYS } from './palette-keys.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onSearch: () => unknown;
}

const WORK: readonly Place[] = [
  'overview',
  'monitors',
  'incidents',
  'status-pages',
  'maintenance',
  'webhooks',
  'contacts',
];
const ORGANIZATION: readonly (readonly [Place, Role])[] = [
  ['keys', 'ADMIN'],
  ['people', 'VIEWER'],
  ['audit', 'ADMIN'],
  ['usage', 'VIEWER'],
  ['organization', 'VIEWER'],
];

/** The screens that the person may open, in the order of the menu. */
export function visiblePlaces(): Place[] {
  return [...WORK, ...ORGANIZATION.filter(([, role]) => may(role)).map(([place]) => place), 'settings'];
}

export function Navigation({ isOpen, onToggle, onSearch }: Props) {
  const { shell } = words();
  return (
    <header class="side">
      <div class="side-top">
        <Organization />
        <button type="button" class="button menu-button" aria-expanded={isOpen} aria-controls="menu" onClick={onToggle}>
          {shell.menu}
        </button>
      </div>
      <button type="button" class="jump" onClick={() => void onSearch()}>
        <span>{shell.jump}</span>
        <kbd>{PALETTE_KEYS}</kbd>
      </button>
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
        {place === 'incidents' && <Ongoing />}
      </a>
    </li>
  );
}

/** How many incidents need somebody, on every screen. */
function Ongoing() {
  const { shell } = words();
  const found = useResource(
    resource('ongoing count', async () => await api().incidents.list({ state: 'ONGOING', limit: 1 }), ['incidents']),
  );
  const count = found.value.value?.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <b>
      <span aria-hidden="true">{number(count)}</span>
      <span class="hidden">{shell.ongoing(count)}</span>
    </b>
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

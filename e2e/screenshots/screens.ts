import type { Page } from 'playwright-core';
import type { Northwind } from './northwind.ts';

/** Who looks at a screen: nobody is signed in as a stranger; a newcomer's organization is empty; a leaver's session ends. */
export type Visitor = 'owner' | 'viewer' | 'leaver' | 'newcomer' | 'stranger';

export interface Screen {
  readonly name: string;
  /** After the address of the organization, or of the console if it begins with a slash. */
  readonly path: (northwind: Northwind) => string;
  /** The owner unless said otherwise. */
  readonly as?: Visitor;
  /** What the visitor does before the picture is taken. */
  readonly first?: (page: Page, northwind: Northwind) => Promise<void>;
}

/** Every screen of the web app that an organization has. */
const INSIDE: readonly Screen[] = [
  { name: 'overview', path: () => 'overview' },
  { name: 'monitors', path: () => 'monitors' },
  { name: 'monitor', path: ({ monitorIds }) => `monitors/${monitorIds.get('REST API') ?? ''}` },
  { name: 'monitor-down', path: ({ monitorIds }) => `monitors/${monitorIds.get('Webhook intake') ?? ''}` },
  { name: 'monitor-cron', path: ({ monitorIds }) => `monitors/${monitorIds.get('Nightly backup') ?? ''}` },
  { name: 'monitor-long', path: ({ longId }) => `monitors/${longId}` },
  { name: 'monitor-rtl', path: ({ monitorIds }) => `monitors/${monitorIds.get('متجر الشرق') ?? ''}` },
  { name: 'new-monitor', path: () => 'monitors/new' },
  { name: 'edit-monitor', path: ({ monitorIds }) => `monitors/${monitorIds.get('Dashboard') ?? ''}/edit` },
  { name: 'monitor-alerting', path: ({ monitorIds }) => `monitors/${monitorIds.get('REST API') ?? ''}/alerting` },
  { name: 'incidents', path: () => 'incidents' },
  { name: 'incident', path: ({ incidentId }) => `incidents/${incidentId}` },
  { name: 'status-pages', path: () => 'status-pages' },
  { name: 'status-page', path: ({ furniture }) => `status-pages/${furniture.pageId}` },
  { name: 'new-status-page', path: () => 'status-pages/new' },
  { name: 'published-incidents', path: () => 'status-pages/incidents' },
  { name: 'published-incident', path: ({ furniture }) => `status-pages/incidents/${furniture.publishedId}` },
  { name: 'new-published-incident', path: () => 'status-pages/incidents/new' },
  { name: 'maintenance', path: () => 'maintenance' },
  { name: 'calendar', path: () => 'maintenance?view=calendar' },
  { name: 'new-window', path: () => 'maintenance/new' },
  { name: 'window', path: ({ furniture }) => `maintenance/${furniture.windowId}` },
  { name: 'edit-window', path: ({ furniture }) => `maintenance/${furniture.windowId}/edit` },
  { name: 'contacts', path: () => 'contacts' },
  { name: 'new-contact', path: () => 'contacts/new' },
  { name: 'contact', path: ({ contactId }) => `contacts/${contactId}` },
  { name: 'contact-settings', path: ({ contactId }) => `contacts/${contactId}/edit` },
  {
    name: 'contacts-by-monitor',
    path: ({ monitorIds }) => `contacts/by-monitor?monitor=${monitorIds.get('REST API') ?? ''}`,
  },
  { name: 'organization', path: () => 'organization' },
  { name: 'settings', path: () => 'settings' },
  { name: 'webhooks', path: () => 'webhooks' },
  { name: 'new-webhook', path: () => 'webhooks/new' },
  { name: 'webhook', path: ({ furniture }) => `webhooks/${furniture.endpointId}` },
  { name: 'deliveries', path: () => 'webhooks/deliveries' },
  { name: 'delivery', path: ({ furniture }) => `webhooks/deliveries/${furniture.deliveryId}` },
  { name: 'keys', path: () => 'keys' },
  { name: 'people', path: () => 'people' },
  { name: 'audit', path: () => 'audit' },
  { name: 'usage', path: () => 'usage' },
];

/** What people meet between and around those. */
const BESIDE: readonly Screen[] = [
  { name: 'monitors-selected', path: () => 'monitors', first: selectTwo },
  { name: 'monitors-no-match', path: () => 'monitors?search=nothing-like-it' },
  { name: 'new-monitor-faults', path: () => 'monitors/new', first: press('Create monitor') },
  { name: 'delete-monitor', path: ({ longId }) => `monitors/${longId}`, first: press('Delete') },
  { name: 'new-key', path: () => 'keys', first: press('New key') },
  { name: 'rehearsal', path: () => 'contacts', first: rehearse },
  { name: 'palette', path: () => 'overview', first: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: () => 'monitors', first: (page) => page.keyboard.press('?') },
  { name: 'menu', path: () => 'overview', first: openMenu },
  { name: 'connection-lost', path: () => 'monitors', first: loseConnection },
  { name: 'no-such-page', path: () => 'nowhere' },
  { name: 'no-such-monitor', path: () => 'monitors/mon_00000000000000000000000000' },
  { name: 'not-a-member', path: () => '/o/org_00000000000000000000000000/overview' },
  { name: 'forbidden', path: () => 'audit', as: 'viewer' },
  { name: 'viewer-monitor', path: ({ monitorIds }) => `monitors/${monitorIds.get('Dashboard') ?? ''}`, as: 'viewer' },
  { name: 'viewer-contacts', path: () => 'contacts', as: 'viewer' },
  { name: 'session-ended', path: () => 'monitors/new', as: 'leaver', first: endSession },
  ...[
    'overview',
    'monitors',
    'incidents',
    'status-pages',
    'status-pages/incidents',
    'maintenance',
    'contacts',
    'webhooks',
    'webhooks/deliveries',
    'keys',
    'people',
    'audit',
  ].map((path): Screen => ({ name: `empty-${path.replace('/', '-')}`, path: () => path, as: 'newcomer' })),
  { name: 'sign-in', path: () => '/sign-in', as: 'stranger' },
  { name: 'sign-in-link', path: ({ signInToken }) => `/sign-in#token=${signInToken}`, as: 'stranger' },
  { name: 'sign-in-refused', path: () => '/sign-in#token=used', as: 'stranger' },
  { name: 'invitation', path: () => '/invitation#token=any', as: 'stranger' },
  { name: 'acknowledge', path: ({ acknowledgeToken }) => `/ack#${acknowledgeToken}`, as: 'stranger' },
  { name: 'acknowledge-refused', path: () => '/ack#nonsense', as: 'stranger' },
  { name: 'confirm', path: () => '/confirm#any', as: 'stranger' },
];

export const SCREENS: readonly Screen[] = [...INSIDE, ...BESIDE];

/** Those that the README shows. */
export const SHOWN = ['overview', 'monitor', 'incident'];

function press(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name, exact: true }).first().click();
}

async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  // Rows on a phone have room for a box only while somebody selects.
  const select = page.getByRole('button', { name: 'Select', exact: true });
  if (await select.isVisible()) await select.tap();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
}

async function rehearse(page: Page, { forgetRehearsals }: Northwind): Promise<void> {
  await forgetRehearsals();
  await press('Rehearse')(page);
  await press('Send the tests')(page);
  await page.getByText(/^Reached: /).waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.locator('.account summary').click();
}

/** And says too early that they have signed in again. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/api/console/v1/session', { method: 'DELETE' })).text());
  await press('I have signed in')(page);
  await page.getByText('Nobody has signed in yet').waitFor();
}

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('The connection is lost').waitFor();
}

import { randomBytes } from 'node:crypto';
import { EVENT_TYPES, type Monitor } from '@vedette/contract';
import type { DnsServer } from '@vedette/test-kit/dns-server';
import type { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import type { TargetServer } from '@vedette/test-kit/target-server';
import { Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { runMonitorBench } from '../bench/support/storage.ts';
import { acknowledgeTokenIn } from '../support/alert-links.ts';
import type { Console, Person } from '../support/console.ts';
import type { Fixture, Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';

interface Watched {
  readonly name: string;
  readonly path: string;
  readonly typicalMs: number;
  /** What its target does now. */
  readonly now?: 'DOWN' | 'DEGRADED';
  readonly fields?: Readonly<Record<string, unknown>>;
}

const HOST = 'northwind.example';
const DAYS = 90;
const DAY_MS = 86_400_000;
const LONG_NAME = 'Checkout with the payment provider that the Swiss branch uses for invoices';

const WATCHED: readonly Watched[] = [
  { name: 'REST API', path: 'api', typicalMs: 84 },
  { name: 'REST API, European region', path: 'eu', typicalMs: 61 },
  { name: 'Dashboard', path: 'app', typicalMs: 132, now: 'DEGRADED' },
  { name: 'Sign-in', path: 'login', typicalMs: 95 },
  { name: 'Webhook intake', path: 'hooks', typicalMs: 44, now: 'DOWN' },
  { name: 'Checkout', path: 'checkout', typicalMs: 178 },
  { name: LONG_NAME, path: 'pay', typicalMs: 240 },
  { name: 'Search', path: 'search', typicalMs: 52 },
  { name: 'Image service', path: 'images', typicalMs: 33 },
  { name: 'Mail gateway', path: 'mail', typicalMs: 71 },
  { name: 'Partner portal', path: 'partners', typicalMs: 155, now: 'DOWN' },
  { name: 'Documentation', path: 'docs', typicalMs: 28 },
  { name: 'Marketing site', path: 'www', typicalMs: 40 },
  { name: 'متجر الشرق', path: 'orient', typicalMs: 205 },
  { name: 'Order history', path: 'orders', typicalMs: 88 },
  { name: 'Inventory', path: 'inventory', typicalMs: 67 },
  { name: 'Reports', path: 'reports', typicalMs: 310 },
  { name: 'Feature flags 🚩', path: 'flags', typicalMs: 19 },
  { name: 'Exchange rates', path: 'rates', typicalMs: 58 },
  { name: 'Session store', path: 'sessions', typicalMs: 12 },
  { name: 'Event export', path: 'export', typicalMs: 140 },
  { name: 'Status of carriers', path: 'carriers', typicalMs: 190 },
  { name: 'Customer support', path: 'support', typicalMs: 77 },
  { name: 'Nightly backup', path: 'backup', typicalMs: 0, fields: { type: 'CRON', expectedPeriodSec: 86_400 } },
  { name: 'Old partner interface', path: 'legacy', typicalMs: 230 },
];

/** Trouble of the past, in hours before now. */
const TROUBLES = [
  [
    { hoursAgo: 1_500, hours: 3, state: 'DOWN' },
    { hoursAgo: 620, hours: 6, state: 'DEGRADED' },
  ],
  [{ hoursAgo: 310, hours: 1, state: 'DOWN' }],
  [],
  [
    { hoursAgo: 1_900, hours: 9, state: 'DEGRADED' },
    { hoursAgo: 72, hours: 2, state: 'DOWN' },
  ],
  [],
] as const;

interface Stage {
  readonly fixture: Fixture;
  readonly vedette: Console;
  readonly target: TargetServer;
  readonly dns: DnsServer;
  /** What a chat was told. */
  readonly chat: ChatReceiver;
  readonly chatUrl: string;
}

export interface Northwind {
  readonly tenant: Tenant;
  readonly owner: Person;
  readonly viewer: Person;
  /** Somebody whose session ends. */
  readonly leaver: Person;
  /** The owner of another organization, which has nothing yet. */
  readonly newcomer: Person;
  readonly monitorIds: ReadonlyMap<string, string>;
  /** Of the monitor with a long name. */
  readonly longId: string;
  /** Of the monitor that is down. */
  readonly incidentId: string;
  /** Of the link in an alert. */
  readonly acknowledgeToken: string;
  /** Of a link that nobody follows. */
  readonly signInToken: string;
  readonly contactId: string;
  readonly furniture: Furniture;
  /** So that the next one need not wait for an hour. */
  readonly forgetRehearsals: () => Promise<void>;
}

/** What the organization has beside its monitors, by its ids. */
interface Furniture {
  readonly pageId: string;
  readonly publishedId: string;
  readonly windowId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

/** An organization as a company has it: 25 monitors with a past of 90 days, two of them down and one slow. */
export async function makeNorthwind({ fixture, vedette, target, dns, chat, chatUrl }: Stage): Promise<Northwind> {
  const { operator, databaseUrl } = fixture.stack;
  const { id: organizationId } = await operator.createOrganization({ name: 'Northwind' });
  const owner = await vedette.person(organizationId, 'OWNER', 'ada@northwind.example', 'Ada Lindqvist');
  const leaver = await vedette.person(organizationId, 'MEMBER', 'grace@northwind.example', 'Grace Okafor');
  const viewer = await vedette.person(organizationId, 'VIEWER', 'audit@northwind.example', 'مراقب خارجي');
  const empty = await operator.createOrganization({ name: 'Contoso' });
  const newcomer = await vedette.person(empty.id, 'OWNER', 'alan@contoso.example', 'Alan');
  const made = await fixture.key(organizationId);
  const tenant = { organizationId, key: made.key, keyId: made.id, api: made.api };
  const contactId = await addContacts(fixture, organizationId, target, chatUrl);
  const monitors: Monitor[] = [];
  for (const { name, path, now, fields } of WATCHED) {
    dns.set(`${path}.${HOST}`, 'A', ['127.0.0.1']);
    const url = `${originOf(path, target)}/health`;
    const threshold = now === 'DEGRADED' ? { degradedThresholdMs: 100, degradedSamples: 1 } : {};
    const settings = { name, url, intervalSeconds: 30, ...threshold, ...fields };
    monitors.push(await createMonitor(tenant.api, settings));
  }
  const ids = new Map(monitors.map(({ name, id }) => [name, id]));
  await waitFor('the first checks', async () => {
    const { body } = await tenant.api.get<{ data: Monitor[] }>('/api/v1/monitors?limit=100');
    return body.data.every(({ type, state }) => type === 'CRON' || state !== 'PENDING');
  });
  await tenant.api.post(`/api/v1/monitors/${ids.get('Old partner interface') ?? ''}/pause`, {});
  const past = WATCHED.map(({ name, typicalMs }, i) => ({
    id: ids.get(name),
    typicalMs,
    troubles: TROUBLES[i % TROUBLES.length],
  })).filter(({ typicalMs }) => typicalMs > 0);
  await runMonitorBench('insert-past.ts', databaseUrl, JSON.stringify({ days: DAYS, monitors: past }));
  const insertedAt = new Date().toISOString();
  const furniture = await furnish(tenant, monitors, target, dns);
  const vedetteByKey = new Vedette({ apiKey: made.key, consoleUrl: fixture.stack.consoleUrl });
  const isSummarized = async (): Promise<boolean> => {
    const { summarizedAt } = await vedetteByKey.monitorList.get();
    return summarizedAt !== null && summarizedAt > insertedAt;
  };
  await waitFor('a summary with the past', isSummarized, { timeoutMs: 90_000 });
  const { body } = await tenant.api.get<{ data: { id: string }[] }>('/api/v1/incidents?state=ONGOING');
  const [told] = await chat.got('/on-call', 1);
  return {
    tenant,
    owner,
    viewer,
    leaver,
    newcomer,
    monitorIds: ids,
    longId: ids.get(LONG_NAME) ?? '',
    incidentId: body.data[0]?.id ?? '',
    acknowledgeToken: acknowledgeTokenIn(told),
    signInToken: await lastingSignInToken(databaseUrl, owner),
    contactId,
    furniture,
    forgetRehearsals: () => forgetRehearsals(databaseUrl),
  };
}

/** Pictures take longer than a link of the operator lasts. */
async function lastingSignInToken(connectionString: string, { id }: Person): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query(
    `INSERT INTO account.sign_in_link (hash, person_id, expires_at) VALUES (sha256($1), $2, now() + interval '1 day')`,
    [Buffer.from(token), id],
  );
  await database.end();
  return token;
}

async function forgetRehearsals(connectionString: string): Promise<void> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query('DELETE FROM incident.rehearsal');
  await database.end();
}

/** Before there are monitors, so that each outage is told: one is told at once, one later, one not at night. */
async function addContacts(
  { stack }: Fixture,
  organizationId: string,
  target: TargetServer,
  chatUrl: string,
): Promise<string> {
  const add = async (type: string, to: string, name: string, ...settings: string[]): Promise<string> => {
    const fields = ['--org', organizationId, '--type', type, '--to', to, '--name', name, ...settings];
    const { id } = (await stack.operator.run('contact', 'add', ...fields)) as { id: string };
    return id;
  };
  await add('PAGERDUTY', 'R0123456789ABCDEF0123456789ABCDE', 'Second line', '--delay', '60');
  await add('DISCORD', target.url('discord'), 'Shop team', '--quiet-hours', '22:00-07:00@Europe/Berlin');
  return await add('SLACK', `${chatUrl}/on-call`, 'On call', '--notify-on', 'ACKNOWLEDGED', '--remind-every', '30');
}

/** A page with an incident, windows, and endpoints with deliveries. */
async function furnish(
  { api }: Tenant,
  monitors: readonly Monitor[],
  target: TargetServer,
  dns: DnsServer,
): Promise<Furniture> {
  const shown = monitors.slice(0, 8);
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api.post<{ id: string }>(path, body);
    if (answer.status > 201) throw new Error(`Northwind was not furnished: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const pageId = await make('/api/v1/status-pages', {
    name: 'Northwind',
    description: 'Live status of the Northwind platform.',
    timezone: 'Europe/Berlin',
    components: shown.map(({ id, name }, i) => ({ monitorId: id, name, group: i < 5 ? 'Platform' : 'Shop' })),
  });
  await make('/api/v1/status-pages', { name: 'Partners', published: false, theme: 'DARK', accentColor: '#c2410c' });
  const publishedId = await make('/api/v1/status-incidents', {
    title: 'Webhooks are delayed',
    message: 'We see **delays of up to ten minutes** for webhooks and are looking into it.',
    impact: 'MINOR',
    statusPageIds: [pageId],
    monitorIds: [shown[4]?.id],
  });
  await make(`/api/v1/status-incidents/${publishedId}/updates`, {
    state: 'IDENTIFIED',
    message: 'A queue is full. We are adding workers.',
  });
  const startsAt = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 7_200_000);
  const window = { startsAt, endsAt: new Date(startsAt.getTime() + 5_400_000), statusPageIds: [pageId] };
  const windowId = await make('/api/v1/maintenance-windows', {
    ...window,
    title: 'Weekly index maintenance',
    recurrence: { frequency: 'WEEKLY', weekdays: ['SU', 'WE'], timezone: 'Europe/Berlin' },
    monitorIds: [shown[0]?.id],
  });
  await make('/api/v1/maintenance-windows', {
    ...window,
    title: 'Move of the payment provider',
    endsAt: new Date(startsAt.getTime() + 2 * DAY_MS),
    monitorIds: shown.map(({ id }) => id),
  });
  const receiverOf = (name: string): string => `${originOf(name, target)}/events`;
  dns.set(`pager.${HOST}`, 'A', ['127.0.0.1']);
  const endpointId = await make('/api/v1/webhook-endpoints', {
    url: receiverOf('pager'),
    description: 'Pager of the platform team',
    eventTypes: EVENT_TYPES,
  });
  const failing = await make('/api/v1/webhook-endpoints', {
    url: receiverOf('hooks'),
    eventTypes: ['incident.opened', 'incident.resolved'],
  });
  const deliveryId = await make(`/api/v1/webhook-endpoints/${endpointId}/test`, {});
  await make(`/api/v1/webhook-endpoints/${failing}/test`, {});
  return { pageId, publishedId, windowId, endpointId, deliveryId };
}

function originOf(name: string, { port }: TargetServer): string {
  return new URL(`http://${name}.${HOST}:${port}`).origin;
}

/** What the target of a monitor does, by the host that a check asks. */
export function answerOfNorthwind(host: string): { readonly status: number; readonly delayMs: number } {
  const { now } = WATCHED.find(({ path }) => host.startsWith(`${path}.`)) ?? {};
  if (now === 'DOWN') return { status: 503, delayMs: 20 };
  return { status: 200, delayMs: now === 'DEGRADED' ? 350 : 15 };
}

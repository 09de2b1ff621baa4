import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor, StatusIncident, StatusPage, WebhookEndpoint } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { TargetServer } from '@vedette/test-kit/target-server';
import { ARCHIVING, BackedUpStores } from './support/backed-up-stores.ts';
import { startFixture, type Fixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

// The rehearsal of k8s/restore/README.md: all stores are lost with their disks, and PostgreSQL comes back from a base backup and
// the archived WAL. What came after the last archived segment is the window that the runbook says is lost.

let site: ReceiverSite;
let fixture: Fixture;
let tenant: Tenant;
let targets: TargetServer;
let stores: BackedUpStores;
/** Confirms everything. */
let prompt: WebhookReceiver;
/** Confirms nothing that it gets in the lost window. */
let refusing: WebhookReceiver;

const broken = new Set<string>(['/broken']);
const confirmed: string[] = [];

let page: StatusPage;
let published: StatusIncident;
let steady: Monitor;
/** Created after the base backup, so that only the archived WAL holds it. */
let late: Monitor;
let lost: Monitor;
/** Between the creation of the two. */
let earlierMoment: string;
/** What the API and the page showed when the last segment was archived. */
let archived: Shown;
/** What they show after the restore. */
let restored: Shown;
/** The events that both receivers had confirmed then. */
let confirmedBefore: Set<string>;
/** How many requests `prompt` had got at the loss. */
let receivedBeforeLoss: number;

const SHOWN_PATHS = [
  '/api/v1/monitors?limit=100',
  '/api/v1/incidents?limit=100',
  '/api/v1/status-pages',
  '/api/v1/status-incidents',
];

interface Shown {
  readonly answers: readonly unknown[];
  readonly page: PublicPage;
}

interface PublicPage {
  readonly components: readonly { readonly name: string; readonly state: string }[];
  readonly messages: readonly string[];
}

async function shown(): Promise<Shown> {
  const answers = await Promise.all(
    SHOWN_PATHS.map(async (path) => {
      const { status, body } = await tenant.api.get(path);
      expect(status).toBe(200);
      return body;
    }),
  );
  return { answers, page: await publicPage() };
}

async function publicPage(): Promise<PublicPage> {
  const response = await fetch(`${fixture.stack.statusUrl}/${page.slug}.json`);
  const json = (await response.json()) as {
    readonly components: PublicPage['components'];
    readonly incidents: readonly { readonly updates: readonly { readonly message: string }[] }[];
  };
  return {
    components: json.components.map(({ name, state }) => ({ name, state })),
    messages: json.incidents.flatMap(({ updates }) => updates.map(({ message }) => message)),
  };
}

async function watched(path: string, state: Monitor['state'] = 'UP'): Promise<Monitor> {
  const fields = { name: path, url: targets.url(path), timeoutSeconds: 2, intervalSeconds: 86_400 };
  const { id } = await createMonitor(tenant.api, fields);
  return waitFor(`${path} to be ${state}`, async () => {
    const { body } = await tenant.api.get<Monitor>(`/api/v1/monitors/${id}`);
    return body.state === state && body;
  });
}

async function post(message: string): Promise<void> {
  const path = `/api/v1/status-incidents/${published.id}/updates`;
  expect((await tenant.api.post(path, { state: 'IDENTIFIED', message })).status).toBe(201);
  await waitFor(`"${message}" in public`, async () => (await publicPage()).messages.includes(message));
}

/** The ids of all events that were ever committed, as far as the database knows them. */
async function committed(): Promise<string[]> {
  const outboxes = ['monitor', 'incident', 'status_page'].map(
    (schema) => `SELECT message_id FROM ${schema}.outbox WHERE subject NOT LIKE 'vedette.audit.%'`,
  );
  const rows = await stores.query<{ message_id: string }>(outboxes.join(' UNION '));
  return rows.map(({ message_id }) => message_id);
}

const received = ({ received: all }: WebhookReceiver): string[] => all.map(({ id }) => id);

/** Every committed event has been confirmed by both receivers. */
async function allConfirmed(): Promise<string[]> {
  return waitFor('every event at both receivers', async () => {
    const events = await committed();
    return events.every((id) => received(prompt).includes(id) && confirmed.includes(id)) && events;
  });
}

beforeAll(async () => {
  site = await createReceiverSite();
  fixture = await startFixture({
    ownPostgres: true,
    postgresSettings: ARCHIVING,
    losesNats: true,
    env: { ...site.env, RATE_LIMIT_REQUESTS: '100000' },
  });
  stores = await BackedUpStores.of(fixture.stack);
  targets = await TargetServer.start(({ url = '' }, response) => response.writeHead(broken.has(url) ? 503 : 200).end());
  tenant = await fixture.tenant();
  [prompt, refusing] = [await site.start(), await site.start()];
  refusing.answer = (response, { id }) => {
    confirmed.push(id);
    response.end();
  };
  for (const { url } of [prompt, refusing]) {
    expect((await tenant.api.post('/api/v1/webhook-endpoints', { url, eventTypes: ['*'] })).status).toBe(201);
  }
  steady = await watched('steady');
  const down = await watched('broken', 'DOWN');
  const components = [steady, down].map(({ id }) => ({ monitorId: id }));
  ({ body: page } = await tenant.api.post<StatusPage>('/api/v1/status-pages', { name: 'P', slug: 'p', components }));
  const incident = { title: 'Slow', message: 'Before the backup', impact: 'NONE', statusPageIds: [page.id] };
  ({ body: published } = await tenant.api.post<StatusIncident>('/api/v1/status-incidents', incident));
  await stores.backUp();

  const [moment] = await stores.query<{ now: string }>('SELECT now()::text AS now');
  earlierMoment = moment?.now ?? '';
  late = await watched('late');
  await post('After the backup');
  confirmedBefore = new Set(await allConfirmed());
  // These are published, and the dispatcher has not seen them yet.
  const dispatcher = fixture.stack.service('webhook-dispatcher');
  await dispatcher.stop();
  expect((await tenant.api.patch(`/api/v1/monitors/${late.id}`, { name: 'renamed' })).status).toBe(200);
  await post('In the last segment');
  archived = await shown();
  await stores.archive();

  refusing.answer = (response) => response.writeHead(503).end();
  await dispatcher.start();
  lost = await watched('lost');
  await post('Lost');
  await waitFor('every event at the prompt receiver', async () => {
    const events = await committed();
    return events.every((id) => received(prompt).includes(id));
  });
  await stores.lose();
  receivedBeforeLoss = prompt.received.length;
  refusing.answer = (response, { id }) => {
    confirmed.push(id);
    response.end();
  };
  await stores.restore();
  await waitFor('the page', async () => (await publicPage()).components.length > 0);
  restored = await shown();
}, 120_000);

afterAll(async () => {
  await targets.stop();
  await fixture.stop();
  await Promise.all([site.stop(), stores.remove()]);
}, 60_000);

describe('after all stores were lost and restored', () => {
  it('the API and the page show everything up to the last archived segment, and nothing of the lost window', async () => {
    expect(restored).toEqual(archived);
    expect(restored.page.messages).toEqual(expect.arrayContaining(['After the backup', 'In the last segment']));
    expect(restored.page.messages).not.toContain('Lost');
    expect((await tenant.api.get(`/api/v1/monitors/${late.id}`)).body).toMatchObject({ name: 'renamed', state: 'UP' });
    expect((await tenant.api.get(`/api/v1/monitors/${lost.id}`)).status).toBe(404);
    const endpoints = await tenant.api.get<Page<WebhookEndpoint>>('/api/v1/webhook-endpoints');
    expect(endpoints.body.data.map(({ url }) => url).toSorted()).toEqual([prompt.url, refusing.url].toSorted());
  });

  it('every event reaches every receiver; one that comes again has its old id and body, and was on its way', async () => {
    const events = await allConfirmed();
    expect(events.length).toBeGreaterThan(confirmedBefore.size);
    const again = prompt.received.slice(receivedBeforeLoss);
    expect(again.length).toBeGreaterThan(0);
    for (const { id, body } of again) {
      expect(confirmedBefore).not.toContain(id);
      const first = prompt.received.find((each) => each.id === id);
      expect(body).toBe(first?.body);
    }
  });

  it('an earlier moment can be restored from the same archive', async () => {
    const earlier = await stores.restoreTo(earlierMoment);
    try {
      const sql = 'SELECT name FROM monitor.monitor ORDER BY name';
      expect(await stores.query(sql, [], earlier.url)).toEqual([{ name: 'broken' }, { name: 'steady' }]);
    } finally {
      await earlier.stop();
    }
  });

  it('existing data is not overwritten', async () => {
    await expect(stores.restore()).rejects.toThrow('move it away first');
  });
});

describe('then', () => {
  it('checks, incidents, deliveries and pages go on', async () => {
    await watched('new');
    broken.add('/steady');
    const checked = await tenant.api.post<Monitor>(`/api/v1/monitors/${steady.id}/check`, {});
    expect(checked.body.state).toBe('DOWN');
    await waitFor('the outage in public', async () =>
      (await publicPage()).components.some(({ name, state }) => name === 'steady' && state === 'OUTAGE'),
    );
    await waitFor('the event of the outage', () =>
      prompt.received.some(({ body }) => body.includes('"incident.opened"') && body.includes(steady.id)),
    );
    await allConfirmed();
  });
});

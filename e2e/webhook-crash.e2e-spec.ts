import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpointWithSecret } from '@vedette/contract';
import { Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { copyMonitor } from './support/monitor-copies.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { signedIn } from './support/sdk-clients.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

const EVENTS = 2_000;
const AT_ONCE = 20;
const WRITE_EVERY_MS = 200;
const KILLS = 6;

let site: ReceiverSite;
let fixture: Fixture;
let database: pg.Pool;

beforeAll(async () => {
  site = await createReceiverSite();
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident', 'webhook-dispatcher'],
    env: { ...site.env, RATE_LIMIT_REQUESTS: '1000000' },
  });
  database = new pg.Pool({ connectionString: fixture.stack.databaseUrl, max: 1 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await fixture.stop();
  await site.stop();
});

/** Pauses 2,000 monitors, some at a time and as long as the kills go on: each is an event. */
async function writeEvents({ api, organizationId }: Tenant): Promise<string[]> {
  const names = Array.from({ length: EVENTS }, (_, i) => `Site ${i + 1}`);
  const first = await createMonitor(api, { name: 'Site', intervalSeconds: 86_400 });
  const ids = await copyMonitor(database, first, EVENTS);
  const { vedette } = await signedIn(fixture, organizationId, 'MEMBER');
  for (let done = 0; done < EVENTS; done += AT_ONCE) {
    const pace = sleep(WRITE_EVERY_MS);
    const { data } = await vedette.monitors.bulk({ action: 'pause', monitorIds: ids.slice(done, done + AT_ONCE) });
    if (data.some(({ outcome }) => outcome !== 'PAUSED'))
      throw new Error(`Not all are paused: ${JSON.stringify(data)}`);
    await pace;
  }
  return names;
}

async function killAtRandom(): Promise<void> {
  const dispatcher = fixture.stack.service('webhook-dispatcher');
  for (let kill = 0; kill < KILLS; kill += 1) {
    // A crash comes when it comes; nothing waits for this.
    await sleep(500 + Math.random() * 3_000);
    await dispatcher.kill('SIGKILL');
    await dispatcher.start();
  }
}

function namesAt(receiver: WebhookReceiver): Map<string, Set<string>> {
  const idsByName = new Map<string, Set<string>>();
  for (const { id, body } of receiver.received) {
    const event = JSON.parse(body) as { id: string; data: { monitor: Monitor } };
    expect(event.id).toBe(id);
    const ids = idsByName.get(event.data.monitor.name) ?? new Set();
    idsByName.set(event.data.monitor.name, ids.add(id));
  }
  return idsByName;
}

/** Follows the stream of events, and keeps the names of paused monitors with the place of each in the log. */
async function followNames(tenant: Tenant, signal: AbortSignal): Promise<{ name: string; position: number }[]> {
  const { apiUrl: baseUrl, consoleUrl } = fixture.stack;
  const vedette = new Vedette({ apiKey: tenant.key, baseUrl, consoleUrl });
  const followed: { name: string; position: number }[] = [];
  const opened = Promise.withResolvers<void>();
  const follow = async (): Promise<void> => {
    for await (const event of vedette.events.stream({ signal, onState: () => opened.resolve() })) {
      if (event.type !== 'monitor.paused') continue;
      followed.push({ name: event.data.monitor.name, position: Number.parseInt(event.cursor, 10) });
    }
  };
  follow().catch(() => undefined);
  await opened.promise;
  return followed;
}

describe('a dispatcher that is killed again and again', () => {
  it('delivers every event to every endpoint, a repetition under the same id, and once to a reader of the stream', async () => {
    const tenant = await fixture.tenant();
    const leaving = new AbortController();
    const followed = await followNames(tenant, leaving.signal);
    const receivers = await Promise.all([site.start(), site.start(), site.start()]);
    const endpoints = await Promise.all(
      receivers.map(async ({ url }) => {
        const body = { url, eventTypes: ['monitor.paused'] };
        return (await tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', body)).body;
      }),
    );
    const [names] = await Promise.all([writeEvents(tenant), killAtRandom()]);
    const total = async (query: string): Promise<number> => {
      const page = await tenant.api.get<Page<WebhookDelivery>>(`/api/v1/webhook-deliveries?limit=1${query}`);
      return page.body.pagination.total;
    };
    await waitFor('every delivery to succeed', async () => (await total('&state=SUCCEEDED')) === 3 * EVENTS, {
      timeoutMs: 90_000,
      intervalMs: 500,
    });
    expect(await total('')).toBe(3 * EVENTS);
    await waitFor('every event in the stream', () => followed.length >= EVENTS);
    leaving.abort();
    expect(followed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const positions = followed.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    for (const [index, receiver] of receivers.entries()) {
      const idsByName = namesAt(receiver);
      expect([...idsByName.keys()].toSorted()).toEqual(names.toSorted());
      expect([...idsByName.values()].every((ids) => ids.size === 1)).toBe(true);
      const webhook = new Webhook(endpoints[index]?.secret ?? '');
      const last = receiver.received.at(-1);
      expect(() => webhook.verify(last?.body ?? '', { ...last?.headers } as Record<string, string>)).not.toThrow();
    }
  }, 240_000);
});

describe('a dispatcher that is killed while it sends a test event', () => {
  it('leaves a trace of it, and the next request with the same key sends the same event', async () => {
    const { api } = await fixture.tenant();
    const receiver = await site.start();
    const created = await api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', {
      url: receiver.url,
      eventTypes: ['*'],
    });
    const dispatcher = fixture.stack.service('webhook-dispatcher');
    let killed: Promise<unknown> | undefined;
    // Received, and not answered yet: the attempt can be neither ended nor recorded.
    receiver.answer = () => void (killed ??= dispatcher.kill('SIGKILL'));
    const headers = { 'idempotency-key': randomUUID() };
    const test = () =>
      api.post<WebhookDeliveryDetail>(`/api/v1/webhook-endpoints/${created.body.id}/test`, {}, headers);
    const first = test();
    await waitFor('the dispatcher to die', () => killed);
    await killed;
    receiver.answer = (response) => response.end();
    await dispatcher.start();
    expect((await first).status).toBe(500);
    const [trace] = (await api.get<Page<WebhookDelivery>>('/api/v1/webhook-deliveries')).body.data;
    expect(trace).toMatchObject({ eventType: 'webhook.test', attemptCount: 1, lastResponseStatus: null });

    const { status, body } = await waitFor(
      'an answer',
      async () => {
        const answer = await test();
        return answer.status === 500 || answer.status === 409 ? undefined : answer;
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: trace?.id,
      state: 'SUCCEEDED',
      attempts: [
        { number: 1, responseStatus: null, error: expect.stringMatching(/^The attempt was interrupted/) },
        { number: 2, responseStatus: 200, error: null },
      ],
    });
    expect(receiver.received.map(({ id }) => id)).toEqual([body.eventId, body.eventId]);
    expect((await api.get<Page<WebhookDelivery>>('/api/v1/webhook-deliveries')).body.pagination.total).toBe(1);
  }, 120_000);
});

describe('a webhook endpoint', () => {
  it('shows its secret again in a replay, of its creation and of a rotation, and nowhere else', async () => {
    const tenant = await fixture.tenant();
    const headers = { 'Idempotency-Key': randomUUID() };
    const receiver = await site.start();
    const body = { url: receiver.url, eventTypes: ['*'] };
    const create = () => tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', body, headers);
    const [first, second] = [await create(), await create()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const rotation = { 'Idempotency-Key': randomUUID() };
    const path = `/api/v1/webhook-endpoints/${first.body.id}/rotate-secret`;
    const rotate = () => tenant.api.post<WebhookEndpointWithSecret>(path, {}, rotation);
    const [third, fourth] = [await rotate(), await rotate()];
    expect(fourth.body).toEqual(third.body);
    expect(third.body.secret).not.toBe(first.body.secret);
    const logs = fixture.stack.service('webhook-dispatcher').logs.join('\n');
    expect(logs).not.toContain('whsec_');
    expect(logs).not.toContain(first.body.secret.slice('whsec_'.length));
  });
});

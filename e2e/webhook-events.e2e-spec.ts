import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  compileResponseValidator,
  eventDefinitions,
  operations,
  type EventType,
  type Incident,
  type MaintenanceWindow,
  type Monitor,
  type StatusIncident,
  type StatusPage,
  type WebhookEndpointWithSecret,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Webhook } from 'standardwebhooks';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import {
  createReceiverSite,
  type Received,
  type ReceiverSite,
  type WebhookReceiver,
} from './support/webhook-receiver.ts';

// Each of the 22 events, from its cause in the real system to a receiver that verifies it.

let site: ReceiverSite;
let receiver: WebhookReceiver;
let fixture: Fixture;
let tenant: Tenant;
let endpoint: WebhookEndpointWithSecret;
let target: Server;
let registry: Server;
/** The behaviour of the checked server. */
const behaviour = { status: 200, delayMs: 0 };

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

beforeAll(async () => {
  site = await createReceiverSite();
  target = await listen((_path, respond) => setTimeout(() => respond(behaviour.status, 'hello'), behaviour.delayMs));
  registry = await listen((path, respond) => {
    const services = [[['com'], [urlOf(registry)]]];
    const events = [{ eventAction: 'expiration', eventDate: inDays(1) }];
    respond(200, JSON.stringify(path === '/dns.json' ? { services } : { events }));
  });
  fixture = await startFixture({
    env: { ...site.env, RATE_LIMIT_REQUESTS: '100000', CHECK_RDAP_BOOTSTRAP_URL: `${urlOf(registry)}dns.json` },
  });
  tenant = await fixture.tenant();
  receiver = await site.start();
  const body = { url: receiver.url, eventTypes: ['*'] };
  endpoint = (await tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', body)).body;
  await liveThroughMonitors();
  await liveThroughExpiries();
  await liveThroughPublishedIncidents();
  await liveThroughMaintenance();
  await tenant.api.post(`/api/v1/webhook-endpoints/${endpoint.id}/test`, {});
}, 180_000);

afterAll(async () => {
  await fixture.stop();
  await site.stop();
  target.close();
  registry.close();
});

type Respond = (status: number, body: string) => void;

async function listen(answer: (path: string, respond: Respond) => unknown): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', (status, body) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function check(id: string, expected: Monitor['state']): Promise<void> {
  const { body } = await tenant.api.post<Monitor>(`/api/v1/monitors/${id}/check`, {});
  expect(body.state).toBe(expected);
}

/** Created, up, degraded, down, its incident acknowledged and resolved, paused, resumed, updated, deleted. */
async function liveThroughMonitors(): Promise<void> {
  const { id } = await createMonitor(tenant.api, {
    url: urlOf(target),
    intervalSeconds: 86_400,
    degradedThresholdMs: 2_000,
    degradedSamples: 1,
    requestHeaders: { 'X-Token': 'a secret of the target' },
  });
  await check(id, 'UP');
  behaviour.delayMs = 2_500;
  await check(id, 'DEGRADED');
  behaviour.delayMs = 0;
  behaviour.status = 503;
  await check(id, 'DOWN');
  const { body } = await tenant.api.get<Page<Incident>>('/api/v1/incidents?state=ONGOING');
  await tenant.api.post(`/api/v1/incidents/${body.data[0]?.id}/acknowledge`, {});
  behaviour.status = 200;
  await check(id, 'UP');
  await tenant.api.post(`/api/v1/monitors/${id}/pause`, {});
  await tenant.api.post(`/api/v1/monitors/${id}/resume`, {});
  await tenant.api.patch(`/api/v1/monitors/${id}`, { name: 'Another name' });
  await tenant.api.delete(`/api/v1/monitors/${id}`);
}

async function liveThroughExpiries(): Promise<void> {
  const dying = await site.start({ expiresInDays: 1 });
  const seldom = { intervalSeconds: 86_400 };
  const ssl = await createMonitor(tenant.api, { type: 'SSL', url: dying.url, ...seldom });
  await check(ssl.id, 'DEGRADED');
  const domain = await createMonitor(tenant.api, { type: 'DOMAIN', url: 'https://www.example.com/', ...seldom });
  await check(domain.id, 'DEGRADED');
}

async function liveThroughPublishedIncidents(): Promise<void> {
  const page = await tenant.api.post<StatusPage>('/api/v1/status-pages', { name: 'Status' });
  const published = await tenant.api.post<StatusIncident>('/api/v1/status-incidents', {
    title: 'Trouble',
    message: 'We look into it.',
    statusPageIds: [page.body.id],
  });
  const path = `/api/v1/status-incidents/${published.body.id}`;
  await tenant.api.patch(path, { impact: 'MAJOR' });
  await tenant.api.post(`${path}/updates`, { state: 'RESOLVED', message: 'All is well.' });
}

async function liveThroughMaintenance(): Promise<void> {
  const { id: monitorId } = await createMonitor(tenant.api, { type: 'CRON' });
  const plan = { title: 'Upgrade', monitorIds: [monitorId] };
  const path = '/api/v1/maintenance-windows';
  await tenant.api.post(path, { ...plan, startsAt: inSeconds(1), endsAt: inSeconds(4) });
  const later = { ...plan, startsAt: inDays(1), endsAt: inDays(2) };
  const { body } = await tenant.api.post<MaintenanceWindow>(path, later);
  await tenant.api.patch(`${path}/${body.id}`, { title: 'A larger upgrade' });
  await tenant.api.delete(`${path}/${body.id}`);
}

interface Body {
  readonly id: string;
  readonly type: EventType;
  readonly data: Record<string, unknown>;
}

function received(type: EventType): Promise<{ event: Body; sent: Received }> {
  return waitFor(
    type,
    () => {
      const found = receiver.received.map((sent) => ({ event: JSON.parse(sent.body) as Body, sent }));
      return found.find(({ event }) => event.type === type);
    },
    { timeoutMs: 20_000 },
  );
}

describe('an event reaches its receiver as the contract documents it', () => {
  it.each(eventDefinitions.map(({ type, schema }) => ({ type, schema })))(
    '$type',
    async ({ type, schema }) => {
      const { event, sent } = await received(type);
      // Closed: every field is there, and no other.
      const faults = compileResponseValidator({ ...operations.getMonitor, response: schema });
      expect(faults(event)).toEqual([]);
      expect(sent.id).toBe(event.id);
      expect(new Webhook(endpoint.secret).verify(sent.body, { ...sent.headers } as Record<string, string>)).toEqual(
        event,
      );
      expect(sent.body).not.toContain('a secret of the target');
    },
    30_000,
  );

  it('and all of them are 22', () => {
    expect(eventDefinitions).toHaveLength(22);
    expect(new Set(receiver.received.map(({ body }) => (JSON.parse(body) as Body).type)).size).toBe(22);
  });

  it('monitor.updated names what changed', async () => {
    const { event } = await received('monitor.updated');
    expect(event.data).toMatchObject({ changed: ['name'], monitor: { name: 'Another name', requestHeaders: null } });
  });
});

import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventSubject,
  newId,
  type EventMessage,
  type Monitor,
  type WebhookDelivery,
  type WebhookEndpointWithSecret,
} from '@vedette/contract';
import { freePort, waitFor } from '@vedette/test-kit';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

const BACKLOG = 10_000;
const MEASURED = 40;
const MOST_DELAY_MS = 100;

let site: ReceiverSite;
let fixture: Fixture;
let nats: NatsConnection;

beforeAll(async () => {
  site = await createReceiverSite();
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: { ...site.env, RATE_LIMIT_REQUESTS: '1000000' },
  });
  nats = await connect({ servers: fixture.stack.natsUrl });
}, 60_000);

afterAll(async () => {
  await nats.close();
  await fixture.stop();
  await site.stop();
});

async function createEndpoint({ api }: Tenant, url: string, eventType: string): Promise<string> {
  const body = { url, eventTypes: [eventType] };
  return (await api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', body)).body.id;
}

/** Gives an endpoint 10,000 deliveries, as an outage of many monitors would. */
async function fillBacklog(tenant: Tenant, endpointId: string): Promise<void> {
  const stream = jetstream(nats);
  for (let published = 0; published < BACKLOG; published += 500) {
    const batch = Array.from({ length: 500 }, () => {
      const id = newId('evt');
      const event = { id, type: 'monitor.created', timestamp: new Date().toISOString(), data: {} };
      const message = { organizationId: tenant.organizationId, event } as unknown as EventMessage;
      return stream.publish(eventSubject('monitor.created'), JSON.stringify(message), { msgID: id });
    });
    await Promise.all(batch);
  }
  const path = `/api/v1/webhook-deliveries?limit=1&endpointId=${endpointId}`;
  const total = async (): Promise<number> => (await tenant.api.get<Page<WebhookDelivery>>(path)).body.pagination.total;
  await waitFor('the backlog', async () => (await total()) === BACKLOG, { timeoutMs: 60_000, intervalMs: 200 });
}

/** From the change of a monitor to its event at the receiver, one after the other. */
async function latencies({ api }: Tenant, { id }: Monitor, receiver: WebhookReceiver): Promise<number[]> {
  const measured: number[] = [];
  for (let i = 0; i < MEASURED; i += 1) {
    const known = receiver.received.length;
    await api.patch(`/api/v1/monitors/${id}`, { name: `Name ${i}` });
    const arrived = await waitFor('the event', () => receiver.received[known], { intervalMs: 2 });
    const { timestamp } = JSON.parse(arrived.body) as { timestamp: string };
    measured.push(arrived.at - Date.parse(timestamp));
  }
  return measured.toSorted((a, b) => a - b);
}

const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;

describe('a backlog of 10,000 deliveries', () => {
  it.each([
    ['never answers', async () => silent()],
    ['refuses connections', async () => `https://127.0.0.1:${await freePort()}/`],
    ['answers slowly, and badly', async () => slow()],
  ])(
    'to an endpoint that %s delays no other endpoint',
    async (_name, target) => {
      const [tenant, troubled] = await Promise.all([fixture.tenant(), fixture.tenant()]);
      const receiver = await site.start();
      const monitor = await createMonitor(tenant.api, { type: 'CRON' });
      await createEndpoint(tenant, receiver.url, 'monitor.updated');
      const before = await latencies(tenant, monitor, receiver);
      const endpointId = await createEndpoint(troubled, await target(), 'monitor.created');
      await fillBacklog(troubled, endpointId);
      const beside = await latencies(tenant, monitor, receiver);
      await troubled.api.delete(`/api/v1/webhook-endpoints/${endpointId}`);
      expect(percentile(beside, 50) - percentile(before, 50)).toBeLessThan(MOST_DELAY_MS);
      expect(percentile(beside, 90) - percentile(before, 90)).toBeLessThan(MOST_DELAY_MS);
      await waitFor(
        'what was left of the backlog to end',
        async () => {
          const path = '/api/v1/webhook-deliveries?limit=1&state=PENDING';
          return (await troubled.api.get<Page<WebhookDelivery>>(path)).body.pagination.total === 0;
        },
        { timeoutMs: 30_000 },
      );
    },
    180_000,
  );
});

async function silent(): Promise<string> {
  const receiver = await site.start();
  receiver.answer = () => {};
  return receiver.url;
}

async function slow(): Promise<string> {
  const receiver = await site.start();
  receiver.answer = (response) => setTimeout(() => response.writeHead(500).end(), 2_000);
  return receiver.url;
}

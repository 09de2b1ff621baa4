import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventSubject,
  newId,
  type EventMessage,
  type WebhookDelivery,
  type WebhookEndpointWithSecret,
} from '@vedette/contract';
import { freePort, waitFor } from '@vedette/test-kit';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { createReceiverSite, type ReceiverSite } from './support/webhook-receiver.ts';

/** Ten at a time and 15 s each: 25 minutes of silence. */
const BACKLOG = 1_000;
const EVENTS_BESIDE = 20;

let site: ReceiverSite;
let fixture: Fixture;
let nats: NatsConnection;

beforeAll(async () => {
  site = await createReceiverSite();
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: { ...site.env, RATE_LIMIT_REQUESTS: '1000000' },
  });
  nats = await connect(natsAddress(fixture.stack.natsUrl));
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

async function deliveries({ api }: Tenant, filter: string): Promise<number> {
  const { body } = await api.get<Page<WebhookDelivery>>(`/api/v1/webhook-deliveries?limit=1&${filter}`);
  return body.pagination.total;
}

/** As an outage of many monitors would. */
async function fillBacklog(tenant: Tenant, endpointId: string): Promise<void> {
  const stream = jetstream(nats);
  await Promise.all(
    Array.from({ length: BACKLOG }, () => {
      const id = newId('evt');
      const event = { id, type: 'monitor.created', timestamp: new Date().toISOString(), data: {} };
      const message = { organizationId: tenant.organizationId, event } as unknown as EventMessage;
      return stream.publish(eventSubject('monitor.created'), JSON.stringify(message), { msgID: id });
    }),
  );
  await waitFor('the backlog', async () => (await deliveries(tenant, `endpointId=${endpointId}`)) === BACKLOG);
}

describe('a backlog of deliveries', () => {
  const targets = {
    'never answers': silent,
    'refuses connections': async () => `https://127.0.0.1:${await freePort()}/`,
    'answers slowly, and badly': slow,
  };
  const troubled = new Map<string, { readonly tenant: Tenant; readonly endpointId: string }>();
  const pending = (name: string): Promise<number> => {
    const { tenant } = troubled.get(name) ?? {};
    if (tenant === undefined) throw new Error(`There is no endpoint that ${name}`);
    return deliveries(tenant, 'state=PENDING');
  };

  // All three at once, so that each case meets all of them.
  beforeAll(async () => {
    const filled = Object.entries(targets).map(async ([name, target]) => {
      const tenant = await fixture.tenant();
      const endpointId = await createEndpoint(tenant, await target(), 'monitor.created');
      await fillBacklog(tenant, endpointId);
      troubled.set(name, { tenant, endpointId });
    });
    await Promise.all(filled);
  }, 60_000);

  it.each(Object.keys(targets))('to an endpoint that %s holds up no other endpoint', async (name) => {
    const tenant = await fixture.tenant();
    const receiver = await site.start();
    const { id } = await createMonitor(tenant.api, { type: 'CRON' });
    await createEndpoint(tenant, receiver.url, 'monitor.updated');
    for (let i = 1; i <= EVENTS_BESIDE; i += 1) {
      await tenant.api.patch(`/api/v1/monitors/${id}`, { name: `Name ${i}` });
      await waitFor('the event', () => receiver.received.length >= i);
    }
    expect(await pending(name)).toBeGreaterThan(0);
  });

  it('ends with its endpoint', async () => {
    const deleted = [...troubled].map(async ([name, { tenant, endpointId }]) => {
      const { status } = await tenant.api.delete(`/api/v1/webhook-endpoints/${endpointId}`);
      await waitFor(`what was left for the endpoint that ${name} to end`, async () => (await pending(name)) === 0);
      return status;
    });
    expect(await Promise.all(deleted)).toEqual([200, 200, 200]);
  });
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

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { subjects, type Monitor, type StatusPage, type WebhookDelivery } from '@vedette/contract';
import { natsAddress } from '@vedette/messaging/nats-address';
import { LostMessages, waitFor } from '@vedette/test-kit';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';

// NATS comes back from a power loss with fewer messages than its consumers have seen.

let fixture: Fixture;
let tenant: Tenant;
let target: Server;
let status = 200;

beforeAll(async () => {
  fixture = await startFixture({ env: { RATE_LIMIT_REQUESTS: '100000', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' } });
  tenant = await fixture.tenant();
  target = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve);
  });
}, 120_000);
afterAll(async () => {
  target.close();
  await fixture.stop();
});

const targetUrl = (): string => `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;

/** Seconds: a connection comes back within one, and a lost check is found within five. */
const SOON_MS = 10_000;

/** Its first check is a scheduled one: it goes through the queues of jobs and of results. */
async function watched(): Promise<Monitor> {
  const fields = { url: targetUrl(), timeoutSeconds: 2, intervalSeconds: 86_400 };
  const { id } = await createMonitor(tenant.api, fields);
  return becomes(id, 'UP');
}

function becomes(id: string, state: Monitor['state']): Promise<Monitor> {
  return waitFor(
    `${id} to be ${state}`,
    async () => {
      const { body } = await tenant.api.get<Monitor>(`/api/v1/monitors/${id}`);
      return body.state === state && body;
    },
    { timeoutMs: SOON_MS },
  );
}

async function delivered(eventType: string): Promise<number> {
  const path = `/api/v1/webhook-deliveries?limit=1&eventType=${eventType}`;
  return (await tenant.api.get<Page<WebhookDelivery>>(path)).body.pagination.total;
}

const isBack = async (): Promise<boolean> => (await tenant.api.get('/api/v1/monitors')).status === 200;

describe('after a power loss of NATS', () => {
  it('checks go on, and events reach pages and webhooks, within seconds', async () => {
    const endpoint = { url: targetUrl(), eventTypes: ['*'] };
    expect((await tenant.api.post('/api/v1/webhook-endpoints', endpoint)).status).toBe(201);
    const monitor = await watched();
    await waitFor('the first deliveries', async () => (await delivered('monitor.up')) === 1);
    const lost = new LostMessages(fixture.stack.nats, 'CHECKS', 'RESULTS', 'EVENTS');
    await lost.remember();
    await waitFor('the API', isBack);
    for (let count = 0; count < 5; count += 1) await watched();
    await waitFor('the deliveries that will be forgotten', async () => (await delivered('monitor.up')) === 6);
    await lost.loseTheRest();
    await fixture.stack.nats.resume();
    await waitFor('the API', isBack);

    await watched();
    await waitFor('the delivery', async () => (await delivered('monitor.up')) === 7, { timeoutMs: SOON_MS });
    const page = { name: 'Power', slug: 'power', components: [{ monitorId: monitor.id }] };
    const { body } = await tenant.api.post<StatusPage>('/api/v1/status-pages', page);
    status = 503;
    await waitFor('a check that finds it', async () => {
      const checked = await tenant.api.post<Monitor>(`/api/v1/monitors/${monitor.id}/check`, {});
      return checked.body.state === 'DOWN';
    });
    await waitFor(
      'the outage in public',
      async () =>
        (await fetch(`${fixture.stack.statusUrl}/${body.slug}.json`))
          .text()
          .then((text) => text.includes('MAJOR_OUTAGE')),
      { timeoutMs: SOON_MS },
    );
    await waitFor('the event of the outage', async () => (await delivered('monitor.down')) === 1, {
      timeoutMs: SOON_MS,
    });
    // Messages that were published again already had their effect.
    expect(await delivered('monitor.created')).toBe(7);
    expect(await delivered('monitor.up')).toBe(7);
  }, 120_000);
});

describe('the operator', () => {
  it('finds what was parked, and replays it', async () => {
    const { operator, natsUrl } = fixture.stack;
    expect(await operator.run('parked', 'list')).toEqual([]);
    const connection = await connect(natsAddress(natsUrl));
    const unreadable = { results: [{ monitorId: 'mon_unreadable', slotAt: 'never' }] };
    await jetstream(connection).publish(subjects.checkResults, JSON.stringify(unreadable));
    const manager = await jetstreamManager(connection);
    await waitFor('it to be settled', async () => (await manager.streams.info('RESULTS')).state.messages === 0);
    await connection.close();
    const [parked] = (await operator.run('parked', 'list', '--service', 'monitor')) as Record<string, unknown>[];
    expect(parked).toMatchObject({ service: 'monitor', consumer: 'monitor-results', deliveries: 1 });
    const replayed = await operator.run('parked', 'replay', String(parked?.['messageId']));
    expect(replayed).toEqual([
      {
        service: 'monitor',
        consumer: 'monitor-results',
        messageId: parked?.['messageId'],
        error: 'This is no result of a check',
      },
    ]);
    expect(await operator.run('parked', 'list')).toHaveLength(1);
    await expect(operator.run('parked', 'replay', 'evt_unknown')).rejects.toThrow('Nothing parked has the id');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { INTERRUPTED } from '../src/deliveries/delivery-view.ts';
import { startSuite, type Suite, type Organization } from './suite.ts';
import { answerWith, neverAnswer, Receivers } from './receiver.ts';

const CONCURRENCY = 3;

let suite: Suite;
const receivers = new Receivers();

beforeAll(async () => {
  suite = await startSuite({ endpointConcurrency: CONCURRENCY, concurrency: 20 });
  await Promise.all([suite.startReplica(), suite.startReplica()]);
});

afterEach(() => receivers.stop());

afterAll(() => suite.stop());

function succeeded(organization: Organization, count: number): Promise<boolean> {
  return waitFor(
    `${count} successes`,
    async () => {
      const { pagination } = await organization.call('listWebhookDeliveries', {
        query: { state: 'SUCCEEDED', limit: 1 },
      });
      return pagination.total === count;
    },
    { timeoutMs: 30_000 },
  );
}

describe('replicas that share the work', () => {
  it('send everything once, and never more to one endpoint at a time than allowed', async () => {
    const organization = suite.organization();
    const slow = await receivers.start();
    slow.answer = (response) => setTimeout(() => response.end(), 20);
    const quick = await receivers.start();
    await Promise.all([slow, quick].map(({ url }) => organization.createEndpoint(url)));
    const events = await Promise.all(Array.from({ length: 300 }, () => organization.publish('monitor.up', {})));
    await succeeded(organization, 600);
    for (const receiver of [slow, quick]) {
      expect(receiver.received).toHaveLength(300);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(events));
    }
    expect(slow.mostAtOnce).toBeLessThanOrEqual(CONCURRENCY);
    expect(slow.mostAtOnce).toBeGreaterThan(1);
  });

  it('send to endpoints that answer while those that do not hold half of the places', async () => {
    const dead = await receivers.start();
    dead.answer = neverAnswer;
    const stuck = suite.organization();
    // More endpoints than all replicas have places together.
    for (let i = 0; i < 25; i += 1) {
      await stuck.createEndpoint(dead.url);
    }
    await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_due SET failing_since = now() WHERE endpoint_id IN
         (SELECT id FROM webhook_dispatcher.webhook_endpoint WHERE organization_id = $1)`,
      [stuck.id],
    );
    await Promise.all(Array.from({ length: 10 }, () => stuck.publish('monitor.up', {})));
    await waitFor('the places to fill', () => dead.received.length >= 30);
    const quick = await receivers.start();
    const organization = suite.organization();
    await organization.createEndpoint(quick.url);
    const startedAt = Date.now();
    await organization.publish('monitor.up', {});
    await waitFor('the event', () => quick.received.length > 0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(dead.received.length).toBeLessThanOrEqual(3 * 10);
    await Promise.all(
      (await stuck.call('listWebhookEndpoints', { query: { limit: 100 } })).data.map(({ id }) =>
        stuck.call('deleteWebhookEndpoint', { id }),
      ),
    );
  });

  it('lease an endpoint for five seconds at most, again and again while they send to it', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = neverAnswer;
    const { id } = await organization.createEndpoint(receiver.url);
    await organization.publish('monitor.up', {});
    await waitFor('the attempt', () => receiver.received.length > 0);
    const lease = async () => {
      // now() is from before the statement sees the row, and may be from before the lease.
      const [row] = await suite.sql<{ owner: string; until: Date; leftMs: number }>(
        `SELECT lease_owner AS owner, lease_until AS until,
           (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float8 AS "leftMs"
         FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1`,
        [id],
      );
      return row;
    };
    const first = await lease();
    const renewed = await waitFor('the renewal', async () => {
      const now = await lease();
      return now !== undefined && first !== undefined && now.until > first.until ? now : undefined;
    });
    expect(renewed.owner).toBe(first?.owner);
    expect(renewed.leftMs).toBeLessThanOrEqual(5_000);
  });

  it('take over what a replica held that died', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    const { id } = await organization.createEndpoint(receiver.url);
    const [lease] = await suite.sql<{ until: Date }>(
      `UPDATE webhook_dispatcher.endpoint_due SET lease_owner = 'the dead', lease_until = now() + interval '1 second'
       WHERE endpoint_id = $1 RETURNING lease_until AS until`,
      [id],
    );
    await organization.publish('monitor.up', {});
    await succeeded(organization, 1);
    expect(receiver.received[0]?.at).toBeGreaterThanOrEqual(lease?.until.getTime() ?? Infinity);
  });

  it('attempt again what a replica had in flight when it died, and say so', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(500);
    await organization.createEndpoint(receiver.url);
    const event = await organization.publish('monitor.up', {});
    const pending = await waitFor('the first attempt', async () => {
      const [found] = (await organization.call('listWebhookDeliveries')).data;
      return found?.attemptCount === 1 ? found : undefined;
    });
    receiver.answer = answerWith(200);
    const [held] = await suite.sql<{ until: Date }>(
      `UPDATE webhook_dispatcher.delivery SET next_attempt_at = now(), in_flight_until = now() + interval '2 seconds'
       WHERE id = $1 RETURNING in_flight_until AS until`,
      [pending.id],
    );
    await suite.sql('UPDATE webhook_dispatcher.endpoint_due SET due_at = now() WHERE endpoint_id = $1', [
      pending.endpointId,
    ]);
    await succeeded(organization, 1);
    expect(receiver.of(event)).toHaveLength(2);
    expect(receiver.of(event)[1]?.at).toBeGreaterThanOrEqual(held?.until.getTime() ?? Infinity);
    const { attemptCount, attempts } = await organization.call('getWebhookDelivery', { id: pending.id });
    expect(attemptCount).toBe(3);
    expect(attempts.map(({ number, trigger, error }) => [number, trigger, error])).toEqual([
      [1, 'SCHEDULED', 'The receiver answered 500'],
      [2, 'SCHEDULED', INTERRUPTED],
      [3, 'SCHEDULED', null],
    ]);
  });
});

describe('a replica that stops', () => {
  it('finishes what it has in flight and leaves the rest to the others', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = (response) => setTimeout(() => response.end(), 30);
    await organization.createEndpoint(receiver.url);
    const leaving = await suite.startReplica();
    const events = await Promise.all(Array.from({ length: 60 }, () => organization.publish('monitor.up', {})));
    await waitFor('some of it', () => receiver.received.length > 5);
    await leaving.stop();
    await succeeded(organization, 60);
    expect(receiver.received).toHaveLength(events.length);
  });
});

describe('a secret that cannot be opened', () => {
  it('is our fault: no attempt is counted', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    const { id } = await organization.createEndpoint(receiver.url);
    await suite.sql('UPDATE webhook_dispatcher.endpoint_secret SET sealed = $2 WHERE endpoint_id = $1', [
      id,
      Buffer.from('gibberish'),
    ]);
    await organization.publish('monitor.up', {});
    await waitFor('the delivery to be taken', async () => {
      const rows = await suite.sql(
        'SELECT FROM webhook_dispatcher.delivery WHERE endpoint_id = $1 AND in_flight_until IS NOT NULL',
        [id],
      );
      return rows.length === 1;
    });
    const [delivery] = (await organization.call('listWebhookDeliveries')).data;
    expect(delivery).toMatchObject({ state: 'PENDING', attemptCount: 0 });
    expect(receiver.connections).toBe(0);
  });
});

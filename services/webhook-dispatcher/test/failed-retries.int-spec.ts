import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type WebhookDeliveryDetail } from '@vedette/contract';
import type { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { FailedRetryRepository } from '../src/deliveries/failed-retry.repository.ts';
import { answerWith, Receiver } from './receiver.ts';
import { startSuite, type Organization, type Suite } from './suite.ts';

let suite: Suite;
let receiver: Receiver;

beforeAll(async () => {
  [suite, receiver] = await Promise.all([startSuite(), Receiver.start()]);
});

afterAll(async () => {
  await suite.stop();
  await receiver.stop();
});

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** Deliveries that have failed, each created so many hours ago. */
async function insertFailed(
  organization: Organization,
  endpointId: string,
  ages: readonly number[],
): Promise<string[]> {
  const rows = ages.map((hours) => {
    const at = Date.now() - hours * HOUR;
    const [event, timestamp] = [newId('evt', at), new Date(at).toISOString()];
    const body = JSON.stringify({ id: event, type: 'monitor.up', timestamp, data: {} });
    return { id: newId('wd', at), event, body, at: timestamp };
  });
  await suite.sql(
    `WITH given AS (
       SELECT *, row_number() OVER () AS place FROM json_to_recordset($1::json) AS given (id text, event text, body text, at timestamptz)
     ), event AS (
       INSERT INTO webhook_dispatcher.webhook_event (id, organization_id, position, type, body, created_at)
       SELECT event, $2, place, 'monitor.up', convert_to(body, 'UTF8'), at FROM given
     )
     INSERT INTO webhook_dispatcher.delivery
       (id, organization_id, endpoint_id, event_id, event_type, state, attempt_count, scheduled_attempts, created_at, completed_at)
     SELECT id, $2, $3, event, 'monitor.up', 'FAILED', 3, 3, at, at FROM given`,
    [JSON.stringify(rows), organization.id, endpointId],
  );
  return rows.map(({ id }) => id);
}

async function detailOf(organization: Organization, id: string): Promise<WebhookDeliveryDetail> {
  return organization.call('getWebhookDelivery', { id });
}

async function isOver(endpointId: string): Promise<boolean> {
  const left = await suite.sql(
    `SELECT endpoint_id FROM webhook_dispatcher.failed_retry WHERE endpoint_id = $1
     UNION ALL SELECT endpoint_id FROM webhook_dispatcher.delivery WHERE endpoint_id = $1 AND state = 'PENDING'`,
    [endpointId],
  );
  return left.length === 0;
}

describe('a retry of failed deliveries', () => {
  it('attempts each delivery since the time once more, in batches, and no other', async () => {
    const organization = suite.organization();
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const { id: otherId } = await organization.createEndpoint(receiver.url);
    const [old = '', ...retried] = await insertFailed(organization, endpointId, [
      3,
      ...Array.from({ length: 450 }, () => 1),
    ]);
    const other = suite.organization();
    const [kept = ''] = await insertFailed(other, otherId, [1]);
    const since = hoursAgo(2);
    const before = receiver.received.length;
    expect(await organization.call('retryFailedWebhookDeliveries', { body: { endpointId, since } })).toEqual({
      endpointId,
      since,
      until: expect.any(String),
    });
    await waitFor('the end of the retry', () => isOver(endpointId));
    const { data, pagination } = await organization.call('listWebhookDeliveries', {
      query: { endpointId, state: 'SUCCEEDED', limit: 100 },
    });
    expect(pagination.total).toBe(retried.length);
    expect(data.every(({ attemptCount }) => attemptCount === 4)).toBe(true);
    expect(receiver.received.length - before).toBe(retried.length);
    expect((await detailOf(organization, retried[0] ?? '')).attempts).toMatchObject([
      { number: 4, trigger: 'MANUAL', responseStatus: 200 },
    ]);
    expect(await detailOf(organization, old)).toMatchObject({ state: 'FAILED', attemptCount: 3 });
    expect(await detailOf(other, kept)).toMatchObject({ state: 'FAILED', attemptCount: 3 });
  });

  it('leaves a delivery failed whose attempt fails, and happens once under its key', async () => {
    const organization = suite.organization();
    const failing = await Receiver.start();
    failing.answer = answerWith(500);
    const { id: endpointId } = await organization.createEndpoint(failing.url);
    const [id = ''] = await insertFailed(organization, endpointId, [1]);
    const ask = () =>
      organization.call('retryFailedWebhookDeliveries', {
        body: { endpointId, since: hoursAgo(24) },
        idempotencyKey: 'once',
      });
    const first = await ask();
    await waitFor('the end of the retry', () => isOver(endpointId));
    expect(await ask()).toEqual(first);
    await waitFor('the end of the retry', () => isOver(endpointId));
    const { state, attemptCount, nextAttemptAt, completedAt } = await detailOf(organization, id);
    expect({ state, attemptCount, nextAttemptAt }).toEqual({ state: 'FAILED', attemptCount: 4, nextAttemptAt: null });
    expect(Date.parse(completedAt ?? '')).toBeGreaterThan(Date.now() - HOUR);
    expect(failing.received).toHaveLength(1);
    const health = await suite.sql('SELECT failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1', [
      endpointId,
    ]);
    expect(health).toEqual([{ failing_since: null }]);
    await failing.stop();
  });

  it.each([
    ['a time in the future', () => new Date(Date.now() + HOUR).toISOString()],
    ['a time before everything that is kept', () => hoursAgo(30 * 24 + 1)],
  ])('is refused for %s', async (_, since) => {
    const organization = suite.organization();
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const body = { endpointId, since: since() };
    await expect(organization.call('retryFailedWebhookDeliveries', { body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'since', message: 'since must lie in the last 30 days' }],
    });
  });

  it('is refused for an endpoint of another organization, and for a disabled one', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const body = { endpointId, since: hoursAgo(1) };
    await expect(other.call('retryFailedWebhookDeliveries', { body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [
        { path: 'endpointId', message: 'endpointId must be the id of a webhook endpoint of this organization' },
      ],
    });
    await organization.call('updateWebhookEndpoint', { id: endpointId, body: { enabled: false } });
    await expect(organization.call('retryFailedWebhookDeliveries', { body })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('retries of several organizations', () => {
  it('take turns, and each goes on where its last batch ended', async () => {
    const [large, small] = [suite.organization(), suite.organization()];
    const endpoints = [await large.createEndpoint(receiver.url), await small.createEndpoint(receiver.url)];
    const [{ id: largeId } = { id: '' }, { id: smallId } = { id: '' }] = endpoints;
    const ages = Array.from({ length: 6 }, () => 1);
    await insertFailed(large, largeId, ages);
    await insertFailed(small, smallId, [1]);
    // From here on nobody else works on retries.
    await suite.service.stop();
    const repository = new FailedRetryRepository({ pool: suite.pool } as unknown as ServiceDatabase);
    for (const [organizationId, endpointId] of [
      [large.id, largeId],
      [small.id, smallId],
    ] as const) {
      const sql = {
        $executeRawUnsafe: async (text: string, ...values: unknown[]) => void (await suite.sql(text, values)),
      };
      await repository.insert(sql as never, { organizationId, endpointId, afterId: 'wd_0', beforeId: 'wd_z' });
    }
    const batches = [];
    for (let batch = await repository.work(2); batch !== undefined; batch = await repository.work(2))
      batches.push(batch);
    expect(batches).toEqual([
      { endpointId: largeId, retried: 2 },
      { endpointId: smallId, retried: 1 },
      { endpointId: largeId, retried: 2 },
      { endpointId: largeId, retried: 2 },
      { endpointId: largeId, retried: 0 },
    ]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventDefinitions, type WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { BEING_MADE, INTERRUPTED } from '../src/deliveries/delivery-view.ts';
import { InterruptedTests } from '../src/deliveries/interrupted-tests.ts';
import { endFlight, whileNothingIsRecorded } from './lost-outcomes.ts';
import { startSuite, type Suite, type Organization } from './suite.ts';
import { answerWith, neverAnswer, Receiver } from './receiver.ts';

let suite: Suite;
let receiver: Receiver;
let organization: Organization;

beforeAll(async () => {
  suite = await startSuite();
});

// A scheduled attempt of an earlier test finds the earlier receiver closed.
beforeEach(async () => {
  receiver = await Receiver.start();
});

afterEach(() => receiver.stop());

afterAll(() => suite.stop());

/** A delivery after its first, scheduled attempt. */
async function firstDelivery(): Promise<WebhookDeliveryDetail> {
  organization = suite.organization();
  await organization.createEndpoint(receiver.url);
  await organization.publish('monitor.up', {});
  return waitFor('its first attempt', async () => {
    const [found] = (await organization.call('listWebhookDeliveries')).data;
    if (found?.attemptCount !== 1) return undefined;
    return organization.call('getWebhookDelivery', { id: found.id });
  });
}

const retry = (id: string) => organization.call('retryWebhookDelivery', { id });

const sentIds = (): unknown[] => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('a test event', () => {
  it('is sent now, to this endpoint alone, and answered with what happened', async () => {
    organization = suite.organization();
    const { id, secret: _, ...endpoint } = await organization.createEndpoint(receiver.url, ['monitor.down']);
    await organization.createEndpoint(receiver.url);
    receiver.answer = answerWith(202, 'noted');
    const delivery = await organization.call('testWebhookEndpoint', { id });
    expect(delivery).toMatchObject({
      endpointId: id,
      eventType: 'webhook.test',
      state: 'SUCCEEDED',
      attemptCount: 1,
      nextAttemptAt: null,
      lastResponseStatus: 202,
      payload: { type: 'webhook.test', data: { webhookEndpoint: { id, ...endpoint } } },
      attempts: [{ number: 1, trigger: 'MANUAL', responseStatus: 202, responseBody: 'noted', error: null }],
    });
    expect(receiver.received).toHaveLength(1);
    const schema = eventDefinitions.find(({ type }) => type === 'webhook.test')?.schema ?? false;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validate(schema, JSON.parse(receiver.received[0]?.body.toString() ?? ''))).toBe(true);
    expect(await organization.call('getWebhookDelivery', { id: delivery.id })).toEqual(delivery);
  });

  it('goes to a disabled endpoint, too', async () => {
    organization = suite.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    await organization.call('updateWebhookEndpoint', { id, body: { enabled: false } });
    expect((await organization.call('testWebhookEndpoint', { id })).state).toBe('SUCCEEDED');
    expect((await organization.call('getWebhookEndpoint', { id })).disabledReason).toBe('MANUAL');
  });

  it('that fails is over', async () => {
    organization = suite.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    receiver.answer = answerWith(500);
    const delivery = await organization.call('testWebhookEndpoint', { id });
    expect(delivery).toMatchObject({ state: 'FAILED', nextAttemptAt: null, completedAt: expect.any(String) });
    const health = 'SELECT due_at, failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1';
    expect(await suite.sql(health, [id])).toEqual([{ due_at: null, failing_since: null }]);
  });

  it('is sent once a key', async () => {
    organization = suite.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    const idempotencyKey = 'once';
    const first = await organization.call('testWebhookEndpoint', { id, idempotencyKey });
    expect(await organization.call('testWebhookEndpoint', { id, idempotencyKey })).toEqual(first);
    expect(receiver.received).toHaveLength(1);
  });

  it('whose outcome was not recorded is sent again under the same id, and shown with both attempts', async () => {
    organization = suite.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    const idempotencyKey = 'once';
    const test = () => organization.call('testWebhookEndpoint', { id, idempotencyKey });
    await whileNothingIsRecorded(suite, test);
    const [interrupted] = (await organization.call('listWebhookDeliveries')).data;
    expect(interrupted).toMatchObject({ state: 'PENDING', attemptCount: 1, lastResponseStatus: null });
    await endFlight(suite, organization);
    const delivery = await test();
    expect(delivery).toMatchObject({
      id: interrupted?.id,
      state: 'SUCCEEDED',
      attempts: [
        { number: 1, trigger: 'MANUAL', responseStatus: null, error: INTERRUPTED },
        { number: 2, trigger: 'MANUAL', responseStatus: 200, error: null },
      ],
    });
    expect(sentIds()).toEqual([delivery.eventId, delivery.eventId]);
    expect((await organization.call('listWebhookDeliveries')).pagination.total).toBe(1);
    expect(await test()).toEqual(delivery);
    expect(receiver.received).toHaveLength(2);
  });

  it('whose outcome was not recorded is FAILED when nobody asks again, and no longer when somebody does', async () => {
    organization = suite.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    const idempotencyKey = 'once';
    const test = () => organization.call('testWebhookEndpoint', { id, idempotencyKey });
    await whileNothingIsRecorded(suite, test);
    await endFlight(suite, organization);
    await suite.service.get(InterruptedTests).end();
    const [ended] = (await organization.call('listWebhookDeliveries', { query: { state: 'FAILED' } })).data;
    const detail = await organization.call('getWebhookDelivery', { id: ended?.id ?? '' });
    expect(detail).toMatchObject({ completedAt: expect.any(String), attempts: [{ error: INTERRUPTED }] });
    expect(await test()).toMatchObject({ id: ended?.id, state: 'SUCCEEDED', attemptCount: 2 });
  });

  it('is one delivery, sent once, for runs of one key that overlap on two replicas', async () => {
    organization = suite.organization();
    const other = organization.at(await suite.startReplica());
    const { id } = await organization.createEndpoint(receiver.url);
    const idempotencyKey = 'once';
    const held: (() => void)[] = [];
    receiver.answer = (response, request) => void held.push(() => answerWith(200)(response, request));
    const runs = [organization, other, organization, other].map((each) =>
      each.call('testWebhookEndpoint', { id, idempotencyKey }),
    );
    await waitFor('the event', () => held.length > 0);
    const [pending] = (await organization.call('listWebhookDeliveries')).data;
    const underWay = await organization.call('getWebhookDelivery', { id: pending?.id ?? '' });
    expect(underWay).toMatchObject({ state: 'PENDING', attempts: [{ number: 1, error: BEING_MADE }] });
    for (const answer of held) answer();
    const answers = await Promise.all(runs);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ state: 'SUCCEEDED', attemptCount: 1 });
    expect(receiver.received).toHaveLength(1);
    expect((await organization.call('listWebhookDeliveries')).pagination.total).toBe(1);
  });

  it('needs an endpoint', async () => {
    await expect(suite.organization().call('testWebhookEndpoint', { id: 'we_0' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a retry', () => {
  it('that succeeds succeeds the delivery, and ends its schedule', async () => {
    receiver.answer = answerWith(500);
    const pending = await firstDelivery();
    receiver.answer = answerWith(200, 'at last');
    const delivery = await retry(pending.id);
    expect(delivery).toMatchObject({
      state: 'SUCCEEDED',
      attemptCount: 2,
      nextAttemptAt: null,
      completedAt: expect.any(String),
      attempts: [
        { number: 1, trigger: 'SCHEDULED', responseStatus: 500 },
        { number: 2, trigger: 'MANUAL', responseStatus: 200, responseBody: 'at last' },
      ],
    });
    const health = 'SELECT failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1';
    expect(await suite.sql(health, [pending.endpointId])).toEqual([{ failing_since: null }]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([pending.eventId, pending.eventId]);
  });

  it('that fails leaves state and schedule as they were', async () => {
    receiver.answer = answerWith(500);
    const pending = await firstDelivery();
    receiver.answer = answerWith(418);
    const { attempts, attemptCount, lastAttemptAt, lastResponseStatus, ...same } = await retry(pending.id);
    expect({ attemptCount, lastResponseStatus }).toEqual({ attemptCount: 2, lastResponseStatus: 418 });
    expect(pending).toMatchObject(same);
    expect(lastAttemptAt).toBe(attempts[1]?.startedAt);
    receiver.answer = answerWith(200);
    const next = await waitFor('the scheduled attempt', async () => {
      const detail = await organization.call('getWebhookDelivery', { id: pending.id });
      return detail.state === 'SUCCEEDED' ? detail : undefined;
    });
    expect(next.attempts.map(({ trigger }) => trigger)).toEqual(['SCHEDULED', 'MANUAL', 'SCHEDULED']);
    const third = Date.parse(next.attempts[2]?.startedAt ?? '');
    expect(third - Date.parse(pending.nextAttemptAt ?? '')).toBeLessThan(1_500);
    expect(third - Date.parse(pending.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(-50);
  });

  it('of a success that fails leaves it a success', async () => {
    const done = await firstDelivery();
    receiver.answer = answerWith(500);
    const delivery = await retry(done.id);
    expect(delivery).toMatchObject({ state: 'SUCCEEDED', completedAt: done.completedAt, lastResponseStatus: 500 });
    expect(delivery.attempts).toHaveLength(2);
  });

  it('is refused while an attempt is in flight, by hand or by schedule', async () => {
    receiver.answer = neverAnswer;
    organization = suite.organization();
    await organization.createEndpoint(receiver.url);
    await organization.publish('monitor.up', {});
    await waitFor('the scheduled attempt', () => receiver.received.length > 0);
    const [scheduled] = (await organization.call('listWebhookDeliveries')).data;
    await expect(retry(scheduled?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });

    receiver.answer = answerWith(200);
    const done = await firstDelivery();
    receiver.answer = neverAnswer;
    receiver.received.splice(0);
    const running = retry(done.id);
    await waitFor('the manual attempt', () => receiver.received.length > 0);
    await expect(retry(done.id)).rejects.toMatchObject({ code: 'conflict' });
    const timedOut = await running;
    expect(timedOut.attempts[1]).toMatchObject({ responseStatus: null, responseBody: null });
    expect(timedOut.attempts[1]?.error).toMatch(/^No response from 127\.0\.0\.1:\d+ within 15 seconds$/);
    expect(timedOut.attempts[1]?.durationMs).toBeGreaterThanOrEqual(14_900);
    receiver.answer = answerWith(200);
    expect((await retry(done.id)).attempts).toHaveLength(3);
  }, 40_000);

  it('is refused when the endpoint is disabled or deleted', async () => {
    const { id, endpointId } = await firstDelivery();
    await organization.call('updateWebhookEndpoint', { id: endpointId, body: { enabled: false } });
    await expect(retry(id)).rejects.toMatchObject({ code: 'conflict' });
    await organization.call('updateWebhookEndpoint', { id: endpointId, body: { enabled: true } });
    expect((await retry(id)).attempts).toHaveLength(2);
    await organization.call('deleteWebhookEndpoint', { id: endpointId });
    await expect(retry(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('that meets 410 disables the endpoint', async () => {
    const { id, endpointId } = await firstDelivery();
    receiver.answer = answerWith(410);
    expect((await retry(id)).state).toBe('SUCCEEDED');
    const endpoint = await organization.call('getWebhookEndpoint', { id: endpointId });
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: 'GONE' });
  });

  it('is made once a key', async () => {
    const { id } = await firstDelivery();
    const idempotencyKey = 'once';
    const first = await organization.call('retryWebhookDelivery', { id, idempotencyKey });
    expect(await organization.call('retryWebhookDelivery', { id, idempotencyKey })).toEqual(first);
    expect(receiver.received).toHaveLength(2);
  });

  it('whose outcome was not recorded is on record, and made again by the next run of its key', async () => {
    const { id, eventId } = await firstDelivery();
    const idempotencyKey = 'once';
    const again = () => organization.call('retryWebhookDelivery', { id, idempotencyKey });
    await whileNothingIsRecorded(suite, again);
    await endFlight(suite, organization);
    expect((await organization.call('getWebhookDelivery', { id })).attempts[1]).toMatchObject({ error: INTERRUPTED });
    const { attempts } = await again();
    expect(attempts.map(({ number, trigger, error }) => [number, trigger, error])).toEqual([
      [1, 'SCHEDULED', null],
      [2, 'MANUAL', INTERRUPTED],
      [3, 'MANUAL', null],
    ]);
    expect(sentIds()).toEqual([eventId, eventId, eventId]);
  });

  it('is made once for runs of one key that overlap', async () => {
    const { id } = await firstDelivery();
    const idempotencyKey = 'once';
    const runs = [1, 2, 3].map(() => organization.call('retryWebhookDelivery', { id, idempotencyKey }));
    const answers = await Promise.all(runs);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  it('is the organization’s own alone', async () => {
    const { id } = await firstDelivery();
    const stranger = suite.organization();
    await expect(stranger.call('retryWebhookDelivery', { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventDefinitions, type WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { idempotencyKey, startDispatcher, type DispatcherScene, type Organization } from './dispatcher.ts';
import { answerWith, neverAnswer, Receiver } from './receiver.ts';

let scene: DispatcherScene;
let receiver: Receiver;
let organization: Organization;

beforeAll(async () => {
  scene = await startDispatcher();
});

beforeAll(async () => {
  receiver = await Receiver.start();
});

afterEach(() => {
  receiver.answer = answerWith(200);
  receiver.received.splice(0);
});

afterAll(async () => {
  await receiver.stop();
  await scene.stop();
});

/** A delivery after its first, scheduled attempt. */
async function firstDelivery(): Promise<WebhookDeliveryDetail> {
  organization = scene.organization();
  await organization.createEndpoint(receiver.url);
  await organization.publish('monitor.up', {});
  return waitFor('its first attempt', async () => {
    const [found] = (await organization.call('listWebhookDeliveries')).data;
    if (found?.attemptCount !== 1) return undefined;
    return organization.call('getWebhookDelivery', { id: found.id });
  });
}

const retry = (id: string) => organization.call('retryWebhookDelivery', { id });

describe('a test event', () => {
  it('is sent now, to this endpoint alone, and answered with what happened', async () => {
    organization = scene.organization();
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
    organization = scene.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    await organization.call('updateWebhookEndpoint', { id, body: { enabled: false } });
    expect((await organization.call('testWebhookEndpoint', { id })).state).toBe('SUCCEEDED');
    expect((await organization.call('getWebhookEndpoint', { id })).disabledReason).toBe('MANUAL');
  });

  it('that fails is over', async () => {
    organization = scene.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    receiver.answer = answerWith(500);
    const delivery = await organization.call('testWebhookEndpoint', { id });
    expect(delivery).toMatchObject({ state: 'FAILED', nextAttemptAt: null, completedAt: expect.any(String) });
    const health = 'SELECT due_at, failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1';
    expect(await scene.sql(health, [id])).toEqual([{ due_at: null, failing_since: null }]);
  });

  it('is sent once a key', async () => {
    organization = scene.organization();
    const { id } = await organization.createEndpoint(receiver.url);
    const idempotency = idempotencyKey();
    const first = await organization.call('testWebhookEndpoint', { id, idempotency });
    expect(await organization.call('testWebhookEndpoint', { id, idempotency })).toEqual(first);
    expect(receiver.received).toHaveLength(1);
  });

  it('needs an endpoint', async () => {
    await expect(scene.organization().call('testWebhookEndpoint', { id: 'we_0' })).rejects.toMatchObject({
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
    expect(await scene.sql(health, [pending.endpointId])).toEqual([{ failing_since: null }]);
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
    organization = scene.organization();
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
    const idempotency = idempotencyKey();
    const first = await organization.call('retryWebhookDelivery', { id, idempotency });
    expect(await organization.call('retryWebhookDelivery', { id, idempotency })).toEqual(first);
    expect(receiver.received).toHaveLength(2);
  });

  it('is the organization’s own alone', async () => {
    const { id } = await firstDelivery();
    const stranger = scene.organization();
    await expect(stranger.call('retryWebhookDelivery', { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

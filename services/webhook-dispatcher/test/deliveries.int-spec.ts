import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Webhook } from 'standardwebhooks';
import { startSuite, type Suite } from './suite.ts';
import { answerWith, Receivers } from './receiver.ts';

let suite: Suite;
const receivers = new Receivers();

beforeAll(async () => {
  suite = await startSuite();
});

afterEach(() => receivers.stop());

afterAll(() => suite.stop());

const monitorData = { monitor: { id: 'mon_1', name: 'Büro ☎' } };

describe('an event', () => {
  it('arrives signed at every endpoint that wants it, as the event alone', async () => {
    const organization = suite.organization();
    const [everything, downs, ups] = [await receivers.start(), await receivers.start(), await receivers.start()];
    const endpoint = await organization.createEndpoint(everything.url);
    await organization.createEndpoint(downs.url, ['monitor.down', 'incident.opened']);
    await organization.createEndpoint(ups.url, ['monitor.up']);
    await suite.organization().createEndpoint(ups.url);
    const id = await organization.publish('monitor.down', monitorData, { outage: { cause: 'ours alone' } });
    const succeeded = (delivery: WebhookDeliveryDetail): boolean => delivery.state === 'SUCCEEDED';
    const delivery = await organization.deliveryOf(id, succeeded);
    await waitFor('the second receiver', () => downs.received.length > 0);

    const [sent] = everything.received;
    const text = sent?.body.toString('utf8') ?? '';
    expect(JSON.parse(text)).toEqual({ id, type: 'monitor.down', timestamp: expect.any(String), data: monitorData });
    expect(sent).toMatchObject({ method: 'POST', path: '/hooks' });
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id });
    expect(sent?.headers['content-length']).toBe(String(sent?.body.length));
    expect(new Webhook(endpoint.secret).verify(text, { ...sent?.headers } as Record<string, string>)).toEqual(
      JSON.parse(text),
    );
    expect(downs.received).toHaveLength(1);
    expect(ups.received).toHaveLength(0);
    expect(delivery).toMatchObject({
      eventType: 'monitor.down',
      attemptCount: 1,
      nextAttemptAt: null,
      lastResponseStatus: 200,
      payload: JSON.parse(text),
      attempts: [{ number: 1, trigger: 'SCHEDULED', responseStatus: 200, responseBody: '', error: null }],
    });
    const stored = await suite.sql<{ body: Buffer }>(
      'SELECT body FROM webhook_dispatcher.webhook_event WHERE id = $1',
      [id],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.body.equals(sent?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('is one delivery an endpoint, however often the stream delivers it', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    await organization.createEndpoint(receiver.url);
    const id = await organization.publish('monitor.up', monitorData);
    await organization.deliveryOf(id, ({ state }) => state === 'SUCCEEDED');
    // The same event under another message id, as it is sent again after JetStream has forgotten it.
    const { connection } = suite.service.host.link;
    const message = { organizationId: organization.id, event: { id, type: 'monitor.up', timestamp: '', data: {} } };
    for (let i = 0; i < 3; i += 1) connection?.publish('vedette.urgent.monitor.up', JSON.stringify(message));
    const later = await organization.publish('monitor.up', monitorData);
    await organization.deliveryOf(later, ({ state }) => state === 'SUCCEEDED');
    expect(receiver.of(id)).toHaveLength(1);
    expect((await organization.call('listWebhookDeliveries')).pagination.total).toBe(2);
  });

  it('that is none of the public ones goes nowhere', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    await organization.createEndpoint(receiver.url);
    const { connection } = suite.service.host.link;
    const message = { organizationId: organization.id, event: { id: 'evt_0', type: 'monitor.renamed', data: {} } };
    connection?.publish('vedette.urgent.monitor.renamed', JSON.stringify(message));
    const id = await organization.publish('monitor.up', monitorData);
    await organization.deliveryOf(id, ({ state }) => state === 'SUCCEEDED');
    expect(receiver.received).toHaveLength(1);
  });

  it('goes neither to a disabled endpoint nor to a deleted one', async () => {
    const organization = suite.organization();
    const [receiver, other] = [await receivers.start(), await receivers.start()];
    const disabled = await organization.createEndpoint(receiver.url);
    const deleted = await organization.createEndpoint(receiver.url);
    await organization.createEndpoint(other.url);
    await organization.call('updateWebhookEndpoint', { id: disabled.id, body: { enabled: false } });
    await organization.call('deleteWebhookEndpoint', { id: deleted.id });
    await organization.publish('monitor.up', monitorData);
    await waitFor('the other one', () => other.received.length > 0);
    expect(receiver.received).toHaveLength(0);
    expect((await organization.call('listWebhookDeliveries')).pagination.total).toBe(1);
  });
});

describe('a secret that was rotated', () => {
  it('goes on signing beside the new one, which comes first', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    const first = await organization.createEndpoint(receiver.url);
    const second = await organization.call('rotateWebhookEndpointSecret', { id: first.id });
    const third = await organization.call('rotateWebhookEndpointSecret', { id: first.id });
    await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_secret SET retired_at = now() - interval '24 hours 1 second' WHERE id =
         (SELECT min(id) FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1)`,
      [first.id],
    );
    const id = await organization.publish('monitor.up', monitorData);
    await organization.deliveryOf(id, ({ state }) => state === 'SUCCEEDED');
    const [sent] = receiver.of(id);
    const headers = { ...sent?.headers } as Record<string, string>;
    const text = sent?.body.toString('utf8') ?? '';
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    expect(signatures).toHaveLength(2);
    const [newest = '', older = ''] = signatures;
    expect(() => new Webhook(third.secret).verify(text, { ...headers, 'webhook-signature': newest })).not.toThrow();
    expect(() => new Webhook(second.secret).verify(text, { ...headers, 'webhook-signature': older })).not.toThrow();
    expect(() => new Webhook(first.secret).verify(text, headers)).toThrow('No matching signature');
  });
});

describe('a failed attempt', () => {
  it('is made again about 5 seconds later, with the same id and bytes, a new time and signature', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(503, 'try later');
    const { secret } = await organization.createEndpoint(receiver.url);
    const id = await organization.publish('monitor.up', monitorData);
    const failed = await organization.deliveryOf(id, ({ attemptCount }) => attemptCount === 1);
    expect(failed).toMatchObject({ state: 'PENDING', lastResponseStatus: 503, completedAt: null });
    const delay = Date.parse(failed.nextAttemptAt ?? '') - Date.parse(failed.lastAttemptAt ?? '');
    expect(delay).toBeGreaterThan(4_400);
    expect(delay).toBeLessThan(6_000);
    receiver.answer = answerWith(200, 'thanks');
    const succeeded = await organization.deliveryOf(id, ({ state }) => state === 'SUCCEEDED');
    expect(succeeded).toMatchObject({
      attemptCount: 2,
      nextAttemptAt: null,
      attempts: [
        { number: 1, responseStatus: 503, responseBody: 'try later', error: 'The receiver answered 503' },
        { number: 2, responseStatus: 200, responseBody: 'thanks', error: null },
      ],
    });
    const [one, two] = receiver.of(id);
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(4_400);
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeLessThan(6_500);
    expect(two?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true);
    expect(two?.headers['webhook-timestamp']).not.toBe(one?.headers['webhook-timestamp']);
    expect(two?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature']);
    const headers = { ...two?.headers } as Record<string, string>;
    expect(() => new Webhook(secret).verify(two?.body.toString() ?? '', headers)).not.toThrow();
  });

  it('keeps to Retry-After when that is later', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(429, '', { 'retry-after': '120' });
    await organization.createEndpoint(receiver.url);
    const id = await organization.publish('monitor.up', monitorData);
    const { nextAttemptAt, lastAttemptAt } = await organization.deliveryOf(
      id,
      ({ attemptCount }) => attemptCount === 1,
    );
    const delay = Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '');
    expect(delay).toBeGreaterThanOrEqual(120_000);
    expect(delay).toBeLessThan(121_000);
  });

  it('is the last after ten', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(500);
    await organization.createEndpoint(receiver.url);
    const id = await organization.publish('monitor.up', monitorData);
    const { id: deliveryId } = await organization.deliveryOf(id, ({ attemptCount }) => attemptCount === 1);
    await suite.sql(
      `UPDATE webhook_dispatcher.delivery SET scheduled_attempts = 9, attempt_count = 9, next_attempt_at = now()
       WHERE id = $1`,
      [deliveryId],
    );
    await suite.sql('UPDATE webhook_dispatcher.endpoint_due SET due_at = now()');
    const failed = await organization.deliveryOf(id, ({ state }) => state === 'FAILED');
    expect(failed).toMatchObject({ attemptCount: 10, nextAttemptAt: null, completedAt: expect.any(String) });
    expect((await organization.call('getWebhookEndpoint', { id: failed.endpointId })).enabled).toBe(true);
  });
});

describe('the list of deliveries', () => {
  it('is newest first, and filtered by endpoint, type and state', async () => {
    const organization = suite.organization();
    const [good, bad] = [await receivers.start(), await receivers.start()];
    bad.answer = answerWith(500);
    const { id: goodId } = await organization.createEndpoint(good.url, ['monitor.up', 'monitor.down']);
    const { id: badId } = await organization.createEndpoint(bad.url, ['monitor.down']);
    const up = await organization.publish('monitor.up', monitorData);
    await organization.deliveryOf(up, ({ state }) => state === 'SUCCEEDED');
    await organization.publish('monitor.down', monitorData);
    const list = async (query: Record<string, string>) =>
      (await organization.call('listWebhookDeliveries', { query })).data;
    await waitFor('all', async () => (await list({ state: 'SUCCEEDED' })).length === 2);
    await waitFor('the failure', async () => (await list({ state: 'PENDING' }))[0]?.attemptCount === 1);
    const all = await list({});
    expect(all.map(({ eventType }) => eventType)).toEqual(['monitor.down', 'monitor.down', 'monitor.up']);
    expect((await list({ endpointId: badId })).map(({ endpointId }) => endpointId)).toEqual([badId]);
    expect((await list({ eventType: 'monitor.up' })).map(({ eventId }) => eventId)).toEqual([up]);
    expect((await list({ state: 'PENDING' })).map(({ endpointId }) => endpointId)).toEqual([badId]);
    expect(await list({ endpointId: goodId, eventType: 'monitor.down', state: 'SUCCEEDED' })).toHaveLength(1);
    expect(await list({ endpointId: goodId, state: 'FAILED' })).toEqual([]);
    expect(await list({ endpointId: 'we_unknown' })).toEqual([]);
    const page = await organization.call('listWebhookDeliveries', { query: { limit: 1, offset: 1 } });
    expect(page).toMatchObject({ data: [{ id: all[1]?.id }], pagination: { limit: 1, offset: 1, total: 3 } });
    const stranger = suite.organization();
    expect((await stranger.call('listWebhookDeliveries')).data).toEqual([]);
    await expect(stranger.call('getWebhookDelivery', { id: all[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

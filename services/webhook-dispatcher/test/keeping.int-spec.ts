import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Webhook } from 'standardwebhooks';
import { Retention } from '../src/deliveries/retention.ts';
import { startSuite, type Suite } from './suite.ts';
import { Receiver } from './receiver.ts';

let suite: Suite;
let receiver: Receiver;

beforeAll(async () => {
  [suite, receiver] = await Promise.all([startSuite(), Receiver.start()]);
});

afterAll(async () => {
  await suite.stop();
  await receiver.stop();
});

const DAY = 86_400_000;

describe('deliveries are kept for 30 days', () => {
  /** Ids begin with their time, so an old delivery has an old id. */
  async function insertDelivery(organizationId: string, endpointId: string, ageMs: number, state = 'SUCCEEDED') {
    const at = Date.now() - ageMs;
    const [id, eventId] = [newId('wd', at), newId('evt', at)];
    const createdAt = new Date(at);
    const body = JSON.stringify({ id: eventId, type: 'monitor.up', timestamp: createdAt.toISOString(), data: {} });
    await suite.sql(
      `WITH counter AS (
         INSERT INTO webhook_dispatcher.event_counter AS known VALUES ($2, 1)
         ON CONFLICT (organization_id) DO UPDATE SET last_position = known.last_position + 1 RETURNING last_position
       )
       INSERT INTO webhook_dispatcher.webhook_event (id, organization_id, position, type, body, created_at)
       SELECT $1, $2, last_position, 'monitor.up', convert_to($3, 'UTF8'), $4 FROM counter`,
      [eventId, organizationId, body, createdAt],
    );
    await suite.sql(
      `INSERT INTO webhook_dispatcher.delivery
         (id, organization_id, endpoint_id, event_id, event_type, state, attempt_count, created_at)
       VALUES ($1, $2, $3, $4, 'monitor.up', $5, 1, $6)`,
      [id, organizationId, endpointId, eventId, state, createdAt],
    );
    await suite.sql(
      `INSERT INTO webhook_dispatcher.delivery_attempt (delivery_id, number, id, trigger, started_at, duration_ms)
       VALUES ($1, 1, $2, 'SCHEDULED', $3, 5)`,
      [id, newId('wa', at), createdAt],
    );
    return { id, eventId };
  }

  it('and are then erased with their attempts and bodies, in batches', async () => {
    const organization = suite.organization();
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const young = await insertDelivery(organization.id, endpointId, 30 * DAY - 60_000);
    const unfinished = await insertDelivery(organization.id, endpointId, 31 * DAY, 'PENDING');
    await Promise.all(Array.from({ length: 5 }, () => insertDelivery(organization.id, endpointId, 30 * DAY + 60_000)));
    await suite.sql(
      `INSERT INTO webhook_dispatcher.delivery (id, organization_id, endpoint_id, event_id, event_type, state, created_at)
       SELECT $1 || i, $2, $3, $1 || i, 'monitor.up', 'FAILED', now() - interval '31 days'
       FROM generate_series(1, 2500) AS i`,
      [newId('wd', Date.now() - 31 * DAY), organization.id, endpointId],
    );
    await suite.service.get(Retention).erase();
    const left = await suite.sql<{ id: string }>(
      'SELECT id FROM webhook_dispatcher.delivery WHERE organization_id = $1 ORDER BY id',
      [organization.id],
    );
    expect(left.map(({ id }) => id)).toEqual([unfinished.id, young.id]);
    const events = await suite.sql('SELECT FROM webhook_dispatcher.webhook_event WHERE organization_id = $1', [
      organization.id,
    ]);
    expect(events).toHaveLength(2);
    const attempts = await suite.sql(
      `SELECT FROM webhook_dispatcher.delivery_attempt
       WHERE delivery_id NOT IN (SELECT id FROM webhook_dispatcher.delivery)`,
    );
    expect(attempts).toEqual([]);
  });

  it('also those of a deleted endpoint, which goes with the last of them', async () => {
    const organization = suite.organization();
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const { id } = await insertDelivery(organization.id, endpointId, 29 * DAY);
    await organization.call('deleteWebhookEndpoint', { id: endpointId });
    await suite.sql(
      `UPDATE webhook_dispatcher.webhook_endpoint SET deleted_at = now() - interval '31 days' WHERE id = $1`,
      [endpointId],
    );
    const endpoints = () => suite.sql('SELECT FROM webhook_dispatcher.webhook_endpoint WHERE id = $1', [endpointId]);
    await suite.service.get(Retention).erase();
    expect((await organization.call('getWebhookDelivery', { id })).endpointId).toBe(endpointId);
    expect(await endpoints()).toHaveLength(1);
    await suite.service.get(Retention).erase(new Date(Date.now() + 2 * DAY));
    expect(await endpoints()).toEqual([]);
    expect(await suite.sql('SELECT FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1', [endpointId])).toEqual(
      [],
    );
  });
});

describe('the key of the secrets can be replaced', () => {
  const succeeded = (detail: WebhookDeliveryDetail): boolean => detail.state === 'SUCCEEDED';

  it('while both keys are given, after which the old one is needed no more', async () => {
    const organization = suite.organization();
    const { id, secret } = await organization.createEndpoint(receiver.url);
    const newKey = randomBytes(32);
    const stranger = await suite.startReplica({ secretKey: newKey });
    const ready = async (service: typeof stranger) => {
      const response = await fetch(`http://127.0.0.1:${service.internalPort}/ready`);
      return { status: response.status, body: await response.text() };
    };
    expect(await ready(stranger)).toMatchObject({ status: 503, body: expect.stringContaining('webhook secrets') });
    await stranger.stop();

    const both = await suite.startReplica({ secretKey: newKey, previousSecretKey: suite.config.secretKey });
    expect(await ready(both)).toMatchObject({ status: 200 });
    await waitFor('everything to be sealed anew', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${both.internalPort}/metrics`)).text();
      return /^vedette_webhook_secrets_under_previous_key\{[^}]*\} 0$/m.test(metrics);
    });
    await both.stop();
    await suite.service.stop();

    const after = await suite.startReplica({ secretKey: newKey });
    expect(await ready(after)).toMatchObject({ status: 200 });
    const delivery = await organization.at(after).call('testWebhookEndpoint', { id });
    expect(succeeded(delivery)).toBe(true);
    const sent = await waitFor('the test event', () => receiver.of(delivery.eventId)[0]);
    const headers = { ...sent.headers } as Record<string, string>;
    expect(() => new Webhook(secret).verify(sent.body.toString(), headers)).not.toThrow();
  });
});

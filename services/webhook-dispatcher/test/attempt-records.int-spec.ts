import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, parkedRequests, type WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { answerWith, Receiver } from './receiver.ts';
import { startSuite, type Organization, type Suite } from './suite.ts';

let suite: Suite;
let receiver: Receiver;
let other: Receiver;

beforeAll(async () => {
  [suite, receiver, other] = await Promise.all([startSuite(), Receiver.start(), Receiver.start()]);
});

afterAll(async () => {
  await suite.stop();
  await Promise.all([receiver.stop(), other.stop()]);
});

/** PostgreSQL refuses new attempts on the condition, with the error code; returns the function that ends this. */
async function refuseAttempts(condition: string, code: string): Promise<() => Promise<unknown>> {
  await suite.sql(`
    CREATE FUNCTION webhook_dispatcher.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF ${condition} THEN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON webhook_dispatcher.delivery_attempt
      FOR EACH ROW EXECUTE FUNCTION webhook_dispatcher.refuse()`);
  return () => suite.sql('DROP FUNCTION webhook_dispatcher.refuse() CASCADE');
}

async function deliveryTo(organization: Organization, endpointId: string): Promise<WebhookDeliveryDetail> {
  const { data } = await organization.call('listWebhookDeliveries', { query: { endpointId } });
  const [delivery] = data;
  if (delivery === undefined) throw new Error('There is no delivery yet');
  return organization.call('getWebhookDelivery', { id: delivery.id });
}

const parked = async () => (await suite.rpc.ask(parkedRequests['webhook-dispatcher'].list, {})).messages;

describe('an attempt whose record PostgreSQL refuses for its data', () => {
  it('is parked alone, is not made again, and goes on when it is replayed', async () => {
    const allow = await refuseAttempts(`NEW.response_body = 'unstorable'`, '22000');
    receiver.answer = answerWith(500, 'unstorable');
    const organization = suite.organization();
    const refused = await organization.createEndpoint(receiver.url);
    const healthy = await organization.createEndpoint(other.url);
    await organization.publish('monitor.up');
    const [message] = await waitFor('a parked record', async () => {
      const messages = await parked();
      return messages.length > 0 && messages;
    });
    expect(message).toMatchObject({ consumer: 'delivery-attempts', deliveries: 1, error: 'refused by the test' });
    await waitFor('the other delivery', async () => (await deliveryTo(organization, healthy.id)).state === 'SUCCEEDED');
    const waiting = await deliveryTo(organization, refused.id);
    expect(waiting).toMatchObject({ state: 'PENDING', nextAttemptAt: null, attempts: [] });

    await allow();
    const replay = { messageId: message?.messageId ?? '' };
    const { outcomes } = await suite.rpc.ask(parkedRequests['webhook-dispatcher'].replay, replay);
    expect(outcomes).toEqual([{ consumer: 'delivery-attempts', ...replay, error: null }]);
    const recorded = await deliveryTo(organization, refused.id);
    expect(recorded).toMatchObject({ state: 'PENDING', nextAttemptAt: expect.any(String) });
    expect(recorded.attempts).toMatchObject([{ responseStatus: 500, responseBody: 'unstorable' }]);
    expect(receiver.received).toHaveLength(1);
    expect(await parked()).toEqual([]);
    receiver.answer = answerWith(200);
    await waitFor('the next attempt', async () => (await deliveryTo(organization, refused.id)).state === 'SUCCEEDED', {
      timeoutMs: 20_000,
    });
    expect(receiver.received).toHaveLength(2);
  });
});

describe('an attempt that fails before it is sent', () => {
  it('gives back its place, and the endpoint is released', async () => {
    const organization = suite.organization();
    const { id: endpointId } = await organization.createEndpoint(other.url);
    // Recording the lost attempt of another replica is what fails: as if the disk were full.
    const allow = await refuseAttempts('NEW.duration_ms IS NULL', '53100');
    const [id, eventId] = [newId('wd'), newId('evt')];
    await suite.sql(
      `INSERT INTO webhook_dispatcher.webhook_event VALUES ($1, $2, 0, 'monitor.up', convert_to('{}', 'UTF8'), now())`,
      [eventId, organization.id],
    );
    await suite.sql(
      `INSERT INTO webhook_dispatcher.delivery
         (id, organization_id, endpoint_id, event_id, event_type, state, created_at, next_attempt_at, in_flight_until)
       VALUES ($1, $2, $3, $4, 'monitor.up', 'PENDING', now(), now(), now() - interval '1 second')`,
      [id, organization.id, endpointId, eventId],
    );
    await suite.sql('UPDATE webhook_dispatcher.endpoint_due SET due_at = now() WHERE endpoint_id = $1', [endpointId]);
    const isReleased = await waitFor('the endpoint to be released', async () => {
      const rows = await suite.sql(
        `SELECT FROM webhook_dispatcher.delivery JOIN webhook_dispatcher.endpoint_due USING (endpoint_id)
         WHERE delivery.id = $1 AND in_flight_until > now() AND lease_owner IS NULL`,
        [id],
      );
      return rows.length === 1;
    });
    expect(isReleased).toBe(true);
    await allow();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { startSuite, type Organization, type Suite } from './suite.ts';
import { neverAnswer, Receivers } from './receiver.ts';

const PLACES = 4;
const HOUR_SECONDS = 3_600;

let suite: Suite;
const receivers = new Receivers();

beforeAll(async () => {
  suite = await startSuite({ endpointConcurrency: 1, concurrency: PLACES });
});

afterEach(async () => {
  await suite.sql('UPDATE webhook_dispatcher.webhook_endpoint SET deleted_at = now()');
  await receivers.stop();
});

afterAll(() => suite.stop());

async function lateSeconds(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${suite.service.internalPort}/metrics`)).text();
  return Number(/^vedette_webhook_oldest_due_seconds(?:\{[^}]*\})? (.+)$/m.exec(metrics)?.[1]);
}

const OF_THE_ORGANIZATION =
  'endpoint_id IN (SELECT id FROM webhook_dispatcher.webhook_endpoint WHERE organization_id = $1)';

/** An organization with an event for each of so many endpoints, which never answer; `places`: how many of them are tried. */
async function silent(endpoints: number, isFailing: boolean, places: number): Promise<Organization> {
  const [organization, receiver] = [suite.organization(), await receivers.start()];
  receiver.answer = neverAnswer;
  for (let left = endpoints; left > 0; left -= 1) await organization.createEndpoint(receiver.url);
  if (isFailing) {
    const failing = `UPDATE webhook_dispatcher.endpoint_due SET failing_since = now() WHERE ${OF_THE_ORGANIZATION}`;
    await suite.sql(failing, [organization.id]);
  }
  await organization.publish('monitor.up', {});
  await waitFor('the attempts', () => receiver.received.length === places);
  return organization;
}

/** As if what waits for a replica had been due for an hour. */
async function anHourLater({ id }: Organization): Promise<void> {
  const waiting = await waitFor('an endpoint that waits', async () => {
    const rows = await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_due SET due_at = now() - interval '1 hour', lease_until = NULL
       WHERE due_at <= now() AND lease_owner IS NULL AND ${OF_THE_ORGANIZATION} RETURNING endpoint_id`,
      [id],
    );
    return rows.length > 0 && rows;
  });
  expect(waiting).not.toEqual([]);
}

describe('the age of the oldest due delivery', () => {
  it('does not count endpoints that fail and wait for each other', async () => {
    const organization = await silent(PLACES, true, PLACES / 2);
    await anHourLater(organization);
    expect(await lateSeconds()).toBeLessThan(HOUR_SECONDS);
  });

  it('counts endpoints that wait for a replica', async () => {
    await silent(PLACES, false, PLACES);
    const organization = await silent(1, false, 0);
    await anHourLater(organization);
    expect(await lateSeconds()).toBeGreaterThanOrEqual(HOUR_SECONDS);
  });
});

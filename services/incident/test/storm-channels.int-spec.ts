import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ended } from '@vedette/test-kit/facts';
import {
  anHourLater,
  applied,
  appliedTogether,
  AT_ONCE,
  endStorm,
  outagesOf,
  settled,
  skipGathering,
  vendorContact,
} from './support/storms.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { VendorServer } from './support/vendor-server.ts';

// One vendor for each way to be told of many alerts at once, with two replicas of the service. The specs of the vendors
// hold what each of them gets.

const vendors = new VendorServer();
let suite: Suite;
let url: string;

beforeAll(async () => {
  url = await vendors.listen();
  suite = await startSuite({ replicas: 2, vendorUrl: url });
});

afterAll(async () => {
  await suite.stop();
  await vendors.close();
});

/** The requests that carry the mark of a place, by path or in the body. */
function requestsWith(mark: string): typeof vendors.requests {
  return vendors.requests.filter(({ path, body }) => path.includes(mark) || body.includes(mark));
}

describe('a vendor whose messages cannot be changed', () => {
  it('gets one message for what comes after the first five, and another one for what follows', async () => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, 'SLACK');
    const outages = outagesOf(57, '😀'.repeat(50));
    await appliedTogether(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 52 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 57, held: 0 });
    expect(requestsWith(mark)).toHaveLength(AT_ONCE + 1);
    await Promise.all(outages.slice(0, 3).map((outage) => organization.apply(ended(outage))));
    await settled(suite.pool, organization, { sent: 57, held: 3 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 60, held: 0 });
    expect(requestsWith(mark)).toHaveLength(AT_ONCE + 2);
    expect(requestsWith(mark).at(-1)?.body).toContain('3 up again');
  });
});

describe('a vendor whose messages can be changed', () => {
  const messagesAt = (mark: string): string[] =>
    [...vendors.messages].filter(([key]) => key.includes(mark)).map(([, text]) => text);

  it.each(['DISCORD', 'TELEGRAM'] as const)('gets one message that grows: %s', async (type) => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, type);
    const outages = outagesOf(8);
    await applied(organization, outages.slice(0, 7));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    const [seventh, eighth] = outages.slice(6);
    if (seventh === undefined || eighth === undefined) throw new Error('there are eight');
    await organization.apply(ended(seventh));
    await organization.apply(eighth);
    await settled(suite.pool, organization, { sent: 7, held: 2 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 9, held: 0 });
    const messages = messagesAt(mark);
    expect(messages).toHaveLength(AT_ONCE + 1);
    expect(messages.at(-1)).toContain('ALERTS: 2 down, 1 up again');
    for (const { monitor } of outages.slice(AT_ONCE)) expect(messages.at(-1)).toContain(monitor.name);
  });

  it('gets a message that says how what it named has ended, and in whose place it was told', async () => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, 'DISCORD');
    const outages = outagesOf(7);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const [sixth, seventh] = outages.slice(AT_ONCE);
    if (sixth === undefined || seventh === undefined) throw new Error('there are seven');
    const lost = await organization.addContact({ to: 'lost@example.com', name: 'Lost' });
    await suite.pool.query(
      `WITH decided AS (
         UPDATE incident.alert_decision SET reason = 'STANDS_IN', in_place_of = $2 WHERE incident_id = $1
       )
       UPDATE incident.alert_job SET in_place_of = $2 WHERE incident_id = $1`,
      [sixth.incidentId, lost.id],
    );
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    expect(messagesAt(mark).at(-1)).toMatch(/DOWN: Shop 6 .*not reached: Lost by email/);
    await organization.apply(ended(sixth, 'PAUSED'));
    await organization.apply(ended(seventh, 'TYPE_CHANGED'));
    await settled(suite.pool, organization, { sent: 7, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 8, held: 0 });
    const messages = messagesAt(mark);
    expect(messages).toHaveLength(AT_ONCE + 1);
    expect(messages.at(-1)).toContain('ALERTS: 1 type changed, 1 paused');
    expect(messages.at(-1)).toMatch(/PAUSED: Shop 6 .*not reached: Lost by email/);
  });

  it('gets another message when it is reminded of what the first names', async () => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, 'DISCORD', { remindEveryMinutes: 60 });
    const outages = outagesOf(6);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 6, held: 0 });
    for (const outage of outages.slice(AT_ONCE)) await anHourLater(suite.pool, outage);
    await settled(suite.pool, organization, { sent: 6, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    const messages = messagesAt(mark);
    expect(messages).toHaveLength(AT_ONCE + 2);
    expect(messages.at(-2)).toContain('DOWN: Shop 6');
    expect(messages.at(-1)).toContain('STILL DOWN: Shop 6');
  });

  it('gets its message changed, and not sent again, when the change was refused and the storm is over', async () => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, 'DISCORD');
    const outages = outagesOf(6);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 6, held: 0 });
    const [, messageId] = [...vendors.messages.keys()].findLast((key) => key.includes(mark))?.split(' ') ?? [];
    vendors.before.set(`/discord/${mark}/messages/${messageId}`, [{ status: 503 }]);
    for (const outage of outages.slice(AT_ONCE)) await organization.apply(ended(outage));
    await settled(suite.pool, organization, { sent: 6, held: 1 });
    await skipGathering(suite.pool, organization);
    const refused = (dueAt: string): string => `UPDATE incident.alert_job SET due_at = ${dueAt}
      WHERE organization_id = $1 AND state = 'PENDING' AND last_error IS NOT NULL`;
    await waitFor('the refusal', async () => {
      const { rowCount } = await suite.pool.query(refused(`now() + interval '1 hour'`), [organization.id]);
      return rowCount === 1;
    });
    await endStorm(suite.pool, organization);
    await applied(organization, outagesOf(1, 'Late'));
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    await suite.pool.query(refused('now()'), [organization.id]);
    await settled(suite.pool, organization, { sent: 8, held: 0 });
    const messages = messagesAt(mark);
    expect(messages).toHaveLength(AT_ONCE + 2);
    expect(messages[AT_ONCE]).toContain('UP AGAIN: Shop 6');
  });

  it('gets another message when the first is gone, and when it has no room for another name', async () => {
    const organization = suite.organization();
    const mark = await vendorContact(organization, url, 'DISCORD');
    await applied(organization, outagesOf(6));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 6, held: 0 });
    const grown = [...vendors.messages.keys()].findLast((key) => key.includes(mark));
    vendors.messages.delete(grown ?? '');
    await applied(organization, outagesOf(1, 'Late'));
    await settled(suite.pool, organization, { sent: 6, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    expect(messagesAt(mark)).toHaveLength(AT_ONCE + 1);
    expect(messagesAt(mark).at(-1)).toContain('ALERTS: 2 down');
    await appliedTogether(organization, outagesOf(49, '😀'.repeat(50)));
    await settled(suite.pool, organization, { sent: 7, held: 49 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 56, held: 0 });
    expect(messagesAt(mark)).toHaveLength(AT_ONCE + 2);
    expect(messagesAt(mark).at(-1)).toContain('ALERTS: 49 down');
  });
});

describe('a vendor that takes events', () => {
  it('gets every alert in an event of its own', async () => {
    const organization = suite.organization();
    await vendorContact(organization, url, 'WEBHOOK');
    const outages = outagesOf(12);
    await appliedTogether(organization, outages);
    await appliedTogether(
      organization,
      outages.map((outage) => ended(outage)),
    );
    await settled(suite.pool, organization, { sent: 24, held: 0 });
    for (const { incidentId } of outages) expect(requestsWith(incidentId)).toHaveLength(2);
  });
});

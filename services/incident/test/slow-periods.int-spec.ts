import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type DegradedFact } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, eventMonitor, newOutage, told } from '@vedette/test-kit/facts';
import { IncidentEraser } from '../src/outages/incident-eraser.ts';
import type { Organization } from './support/organization.ts';
import { contact, decided, decisions, subjectsOf } from './support/subjects.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

function period(startedAt: Date, monitorId: string = newId('mon')): DegradedFact {
  const { monitor } = newOutage({ monitorId });
  return { monitor, startedAt: startedAt.toISOString(), cause: 'A check took 801 ms', ended: null };
}

function over(
  fact: DegradedFact,
  because: NonNullable<DegradedFact['ended']>['because'],
  at = new Date(),
): DegradedFact {
  return { ...fact, cause: null, ended: { at: at.toISOString(), because } };
}

/** Sends the event by which the monitor service reports the period. */
async function tell(organization: Organization, degraded: DegradedFact): Promise<void> {
  const outage = newOutage({ monitorId: degraded.monitor.id });
  const data = { monitor: eventMonitor(outage, { state: degraded.ended === null ? 'DEGRADED' : 'UP' }) };
  const type = degraded.ended === null ? 'monitor.degraded' : 'monitor.up';
  await organization.publish(told(organization.id, type, data, { degraded }));
}

/** As if the period had begun, and what is told of it were due, four minutes earlier. */
async function fourMinutesLater(fact: DegradedFact): Promise<DegradedFact> {
  const { rows } = await suite.pool.query<{ at: Date; waited: number }>(
    `UPDATE incident.alert_subject SET at = at - interval '4 min', decide_at = decide_at - interval '4 min'
     WHERE monitor_id = $1 RETURNING at, extract(epoch FROM decide_at - at)::integer AS waited`,
    [fact.monitor.id],
  );
  const [moved] = rows;
  if (moved === undefined) throw new Error('there is no such period');
  expect(moved.waited).toBe(300);
  return { ...fact, startedAt: moved.at.toISOString() };
}

describe('a slow period', () => {
  it('is told after 5 minutes, with its end, to those who want to hear of it', async () => {
    const organization = suite.organization();
    const curious = await contact(organization, { notifyOn: ['DEGRADED'] });
    const other = await contact(organization);
    const begun = period(ago(60));
    await tell(organization, begun);
    await decided(organization, curious.id, ['DEGRADED OPENED 0 HELD DELAY']);
    expect(suite.smtp.to(curious.to)).toEqual([]);
    const fact = await fourMinutesLater(begun);
    const [first] = await suite.smtp.got(curious.to, 1);
    expect(first?.subject).toBe('DEGRADED: API is degraded');
    await tell(organization, over(fact, 'RECOVERED'));
    const [, last] = await suite.smtp.got(curious.to, 2);
    expect(last?.subject).toBe('RESOLVED: API is no longer degraded');
    expect(last?.references).toBe(first?.messageId);
    await decided(organization, curious.id, ['DEGRADED OPENED 0 SENT', 'DEGRADED RESOLVED 0 SENT']);
    await decided(organization, other.id, ['DEGRADED OPENED 0 SUPPRESSED TYPE']);
    expect(suite.smtp.to(other.to)).toEqual([]);
    const { data } = await organization.call('listAlerts', { query: { monitorId: fact.monitor.id } });
    expect(data[0]).toMatchObject({ incidentId: null, monitor: { id: fact.monitor.id, name: 'API', type: 'HTTP' } });
  });

  it.each(['RECOVERED', 'DOWN', 'TYPE_CHANGED'] as const)('of less than 5 minutes is not told: %s', async (because) => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(60));
    await tell(organization, fact);
    await tell(organization, over(fact, because, ago(1)));
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED DELAY']);
    expect(suite.smtp.to(to)).toEqual([]);
  });

  it('that a pause ends is not told, nor its end', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(60));
    await tell(organization, fact);
    await tell(organization, over(fact, 'PAUSED'));
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED PAUSED']);
    expect(suite.smtp.to(to)).toEqual([]);
  });

  it('is told once, whatever arrives twice or out of order', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(3_600));
    await tell(organization, over(fact, 'DOWN', ago(60)));
    // Events are handled side by side, and the first end that is stored is final.
    await waitFor('the end', async () => (await subjectsOf(suite, fact.monitor.id)).length === 1);
    await tell(organization, over(fact, 'RECOVERED'));
    await tell(organization, fact);
    await tell(organization, fact);
    await decided(organization, id, ['DEGRADED OPENED 0 SENT', 'DEGRADED RESOLVED 0 SENT']);
    expect(suite.smtp.to(to).map(({ subject }) => subject)).toEqual([
      'DEGRADED: API is degraded',
      'RESOLVED: API is no longer degraded: it is down',
    ]);
  });

  it('of a deleted monitor is gone, with what was decided', async () => {
    const organization = suite.organization();
    const { id } = await contact(organization, { notifyOn: ['DEGRADED'] });
    const fact = period(ago(60));
    await tell(organization, fact);
    await decided(organization, id, ['DEGRADED OPENED 0 HELD DELAY']);
    await organization.forget(fact.monitor.id);
    expect(await decisions(organization, id)).toEqual([]);
    await suite.service.get(IncidentEraser).erase();
    expect(await subjectsOf(suite, fact.monitor.id)).toHaveLength(0);
  });

  it('is kept for 90 days after its end, with what was decided', async () => {
    const organization = suite.organization();
    const { id } = await contact(organization);
    const end = ago(86_400);
    const [ended, ongoing] = [period(ago(2 * 86_400)), period(ago(2 * 86_400))];
    await tell(organization, over(ended, 'RECOVERED', end));
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED TYPE']);
    await tell(organization, ongoing);
    await decided(organization, id, ['DEGRADED OPENED 0 SUPPRESSED TYPE', 'DEGRADED OPENED 0 HELD TYPE']);
    const eraser = suite.service.get(IncidentEraser);
    await eraser.erase(new Date(end.getTime() + 90 * 86_400_000));
    expect(await subjectsOf(suite, ended.monitor.id)).toHaveLength(1);
    await eraser.erase(new Date(end.getTime() + 90 * 86_400_000 + 1));
    expect(await subjectsOf(suite, ended.monitor.id)).toHaveLength(0);
    expect(await decisions(organization, id)).toEqual(['DEGRADED OPENED 0 HELD TYPE']);
  });

  it('does not hold up an outage, however many are due', async () => {
    const [slow, down] = [suite.organization(), suite.organization()];
    const { id: slowContact } = await contact(slow);
    const { id, to } = await contact(down, { delayMinutes: 60 });
    await down.apply(newOutage());
    await decided(down, id, ['INCIDENT OPENED 0 HELD DELAY']);
    const fact = period(ago(60));
    await tell(slow, fact);
    await decided(slow, slowContact, ['DEGRADED OPENED 0 HELD TYPE']);
    await suite.pool.query(
      `INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at, decide_at)
       SELECT concat('sub_', $2::text, n), $1::text, $2, 'DEGRADED', now() - n * interval '1 hour', now()
       FROM generate_series(1, 400) AS n`,
      [slow.id, fact.monitor.id],
    );
    const due = 'SELECT FROM incident.alert_subject WHERE monitor_id = $1 AND decide_at IS NOT NULL';
    const countDue = async (): Promise<number> => (await suite.pool.query(due, [fact.monitor.id])).rows.length;
    await waitFor('the first of them', async () => (await countDue()) < 400);
    await down.call('updateAlertContact', { id, body: { delayMinutes: 0 } });
    await suite.smtp.got(to, 1);
    await waitFor('the last of them', async () => (await countDue()) === 0);
    const { rows } = await suite.pool.query<{ contact: string }>(
      'SELECT contact_id AS contact FROM incident.alert_decision WHERE contact_id IN ($1, $2) ORDER BY decided_at, id',
      [slowContact, id],
    );
    expect(rows).toHaveLength(402);
    expect(rows.findIndex(({ contact: contactId }) => contactId === id)).toBeLessThan(401);
  });
});

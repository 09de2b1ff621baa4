import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, newOutage } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import type { Since } from '../src/alerts/accepted-time.ts';
import { chatContact } from './support/contacts.ts';
import {
  alertsOf,
  anHourLater,
  applied,
  AT_ONCE,
  endStorm,
  outagesOf,
  settled,
  skipGathering,
} from './support/storms.ts';
import { startSuite, type Suite } from './support/suite.ts';

// Alerts that wait to be told together with others, and from when the time counts until an alert is accepted.

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterEach(() => {
  suite.smtp.react = () => undefined;
});

afterAll(() => suite.stop());

describe('an alert that waits', () => {
  it('is put off once, and not again with every other one', async () => {
    const organization = suite.organization();
    await organization.addContact({ to: `${newId('req')}@example.com` });
    const versions = async (): Promise<string[]> => {
      const held = `SELECT xmin::text FROM incident.alert_job
        WHERE organization_id = $1 AND state = 'PENDING' AND gather_until IS NOT NULL ORDER BY id`;
      const { rows } = await suite.pool.query<{ xmin: string }>(held, [organization.id]);
      return rows.map(({ xmin }) => xmin);
    };
    await applied(organization, outagesOf(7));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const before = await versions();
    await applied(organization, outagesOf(1, 'Late'));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 3 });
    expect((await versions()).slice(0, 2)).toEqual(before);
  });

  it('does not wait any more when it was sent alone and refused', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to });
    await applied(organization, outagesOf(6));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    suite.smtp.react = ({ to: recipients }) => {
      if (recipients?.[0]?.address === to) throw smtpError(451, 'Try again');
    };
    await endStorm(suite.pool, organization);
    const refused = await waitFor('the refusal', async () =>
      (await alertsOf(organization)).find(({ error }) => error !== null),
    );
    expect(refused).toMatchObject({ state: 'PENDING', reason: null, until: null });
  });

  it('leaves no line in the timeline if it is a reminder', async () => {
    const organization = suite.organization();
    await organization.addContact({
      to: `${newId('req')}@example.com`,
      name: 'Ops',
      settings: { remindEveryMinutes: 60 },
    });
    const outages = outagesOf(6);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    const [first] = outages;
    if (first === undefined) throw new Error('there are six');
    await anHourLater(suite.pool, first);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    await skipGathering(suite.pool, organization);
    const timeline = await organization.timeline(first.incidentId, 'ALERT_SENT', 2);
    expect(timeline.slice(1)).toEqual([
      'ALERT_SENT: Told Ops of the outage by email',
      'ALERT_SENT: Reminded Ops by email',
    ]);
  });

  it('goes with its contact, in the order in which everybody locks alerts, and so does the storm', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${newId('req')}@example.com` });
    await applied(organization, outagesOf(9));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 4 });
    const held = `SELECT id FROM incident.alert_job WHERE contact_id = $1 AND state = 'PENDING' ORDER BY id`;
    // The other way round than by id.
    const reversed = `UPDATE incident.alert_job SET due_at = due_at + make_interval(secs => 1e6 - id)
      WHERE contact_id = $1 AND state = 'PENDING'`;
    await suite.pool.query(reversed, [id]);
    const sender = await suite.pool.connect();
    let removal: Promise<unknown>;
    try {
      await sender.query('BEGIN');
      await sender.query(`${held} LIMIT 1 FOR UPDATE`, [id]);
      removal = organization.call('deleteAlertContact', { id });
      await waitFor('the removal to wait', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
          AND query LIKE '%alert_job%'`;
        return (await suite.pool.query(waiting)).rows.length > 0;
      });
      expect((await sender.query(`${held} FOR UPDATE SKIP LOCKED`, [id])).rows).toHaveLength(4);
    } finally {
      await sender.query('COMMIT');
      sender.release();
    }
    await removal;
    expect((await suite.pool.query(held, [id])).rows).toEqual([]);
    expect((await suite.pool.query('SELECT FROM incident.alert_storm WHERE contact_id = $1', [id])).rows).toEqual([]);
  });
});

describe('the time until an alert is accepted', () => {
  interface Accepted {
    readonly count: number;
    readonly seconds: number;
  }

  /** Of alerts to chats, by what the time counts from. */
  async function accepted(since: Since): Promise<Accepted> {
    const metrics = await (await fetch(`http://127.0.0.1:${suite.service.internalPort}/metrics`)).text();
    const valueOf = (part: 'count' | 'sum'): number => {
      const name = `vedette_alert_accepted_seconds_${part}{`;
      const labels = `channel="SLACK",since="${since}"`;
      const line = metrics.split('\n').find((each) => each.startsWith(name) && each.includes(labels));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    return { count: valueOf('count'), seconds: valueOf('sum') };
  }

  /** What is accepted while `act` runs and afterwards, until these are so many. */
  async function acceptedBy(act: () => Promise<unknown>, since: Since, count: number): Promise<number> {
    const before = await accepted(since);
    await act();
    const after = await waitFor(`${count} more since the ${since}`, async () => {
      const now = await accepted(since);
      return now.count >= before.count + count && now;
    });
    expect(after.count - before.count).toBe(count);
    return after.seconds - before.seconds;
  }

  it('shows that an incident was decided about late, and not how long ago the first check had failed', async () => {
    const organization = suite.organization();
    await chatContact(suite, organization);
    const outage = { ...newOutage({ startedAt: ago(300) }), incidentId: newId('inc', ago(20).getTime()) };
    const seconds = await acceptedBy(() => organization.apply(outage), 'incident', 1);
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThan(60);
  });

  it('counts from the end of a delay, and shows that this was noticed late', async () => {
    const organization = suite.organization();
    const path = await chatContact(suite, organization, null, { delayMinutes: 5 });
    const outage = newOutage({ startedAt: new Date() });
    const [before] = [await accepted('incident'), await organization.apply(outage)];
    const seconds = await acceptedBy(
      // As if the delay had been over for 20 s.
      () =>
        suite.pool.query(
          `WITH held AS (
             UPDATE incident.alert_decision SET until = until - interval '320 s' WHERE incident_id = $1
           )
           UPDATE incident.incident SET started_at = started_at - interval '320 s', decide_at = now() WHERE id = $1`,
          [outage.incidentId],
        ),
      'hold',
      1,
    );
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThan(60);
    expect(await accepted('incident')).toEqual(before);
    expect(suite.chat.to(path)).toHaveLength(1);
    expect(await alertsOf(organization)).toMatchObject([{ kind: 'OPENED', state: 'SENT', until: null }]);
  });

  it('counts from the decision if alerts were told together', async () => {
    const organization = suite.organization();
    await chatContact(suite, organization);
    await acceptedBy(() => applied(organization, outagesOf(AT_ONCE + 2)), 'incident', AT_ONCE);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const seconds = await acceptedBy(() => skipGathering(suite.pool, organization), 'decision', 2);
    expect(seconds).toBeLessThan(60);
  });
});

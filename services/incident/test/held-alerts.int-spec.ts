import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
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

// Alerts that wait to be told together with others.

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

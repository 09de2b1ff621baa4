import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import type { PoolClient } from 'pg';
import { DueDecisions } from '../src/alerts/due-decisions.ts';
import type { AlertJob } from '../src/jobs/alert-job.repository.ts';
import { AlertOutcomeRepository } from '../src/jobs/alert-outcome.repository.ts';
import { LockedAlerts, type About } from './support/locked-alerts.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let alerts: LockedAlerts;

beforeAll(async () => {
  suite = await startSuite();
  alerts = new LockedAlerts(suite);
});

afterAll(() => suite.stop());

/** In this database, since it was made. */
async function deadlocks(): Promise<number> {
  const { rows } = await suite.pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? Number.NaN;
}

/** A transaction of its own, which ends with `work`. */
async function holding<T>(locking: string, values: readonly unknown[], work: (pid: number) => Promise<T>): Promise<T> {
  const holder: PoolClient = await suite.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(locking, [...values]);
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return await work(rows[0]?.pid ?? 0);
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}

describe('who changes incidents while others wait for the same one', () => {
  const giveUp = (job: AlertJob): Promise<void> =>
    suite.service
      .get(AlertOutcomeRepository)
      .giveUp([{ job, what: { kind: 'TEXT', text: '' } }], { reason: '400', maskedReason: '400' }, new Date());
  it.each<{ name: string; run: (about: About, job: AlertJob) => Promise<void> }>([
    { name: 'the outcome of another alert', run: (_, job) => giveUp(job) },
    {
      name: 'new settings of a contact',
      run: ({ contacts: [id = ''] }) =>
        alerts.inTransaction((tx) => suite.service.get(DueDecisions).reconsiderContacts(tx, [id])),
    },
  ])('do not wait for them in a circle: $name', async ({ run }) => {
    const about = await alerts.incident({});
    const [first, second] = [await alerts.claimed(about), await alerts.claimed(about, 1)];
    const incident = 'SELECT FROM incident.incident WHERE id = ANY ($1)';
    // As a foreign key of somebody's new row locks it.
    const { ended } = await holding(`${incident} FOR KEY SHARE`, [about.ids], () =>
      alerts.holdingFirst(about, async (_, holder) => {
        const change = 'UPDATE incident.incident SET decide_at = decide_at WHERE id = ANY ($1)';
        const both = await holding(change, [about.ids], async (changer) => {
          const one = giveUp(first);
          await waitFor('the first', async () => (await alerts.waiting(changer)) === 1);
          const other = run(about, second);
          await waitFor('the second', async () => (await alerts.waiting(changer)) === 2);
          return { ended: Promise.all([one, other]) };
        });
        await waitFor('one behind the other', async () => (await alerts.waiting(holder)) === 2);
        return both;
      }),
    );
    await ended;
    expect(await deadlocks()).toBe(0);
  });
});

describe('the outcome of an alert', () => {
  it('is recorded although its transaction fails, and the alert is not sent again', async () => {
    const [organization, outage] = [suite.organization(), newOutage()];
    const { incidentId } = outage;
    await organization.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}/refusing` });
    const job = 'SELECT FROM incident.alert_job WHERE incident_id = $1 FOR UPDATE';
    const answer = Promise.withResolvers<{ status: number }>();
    suite.chat.answer = () => answer.promise;
    await organization.apply(outage);
    await suite.chat.got('/refusing', 1);
    await holding(job, [incidentId], async (pid) => {
      answer.resolve({ status: 400 });
      await waitFor('the outcome to wait', async () => (await alerts.waiting(pid)) === 1);
      const { rowCount } = await suite.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [pid],
      );
      expect(rowCount).toBe(1);
    });
    await organization.timeline(incidentId, 'ALERT_FAILED');
    const { rows } = await suite.pool.query('SELECT state, attempts FROM incident.alert_job WHERE incident_id = $1', [
      incidentId,
    ]);
    expect(rows).toEqual([{ state: 'FAILED', attempts: 1 }]);
    expect(suite.chat.to('/refusing')).toHaveLength(1);
  });
});

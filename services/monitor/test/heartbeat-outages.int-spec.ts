import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { listenerUrl } from './support/rows.ts';
import { tokenOf } from './support/cron-jobs.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite({ ownPostgres: true });
});
afterAll(() => suite.stop());

async function outages(): Promise<number[]> {
  const { rows } = await suite.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM ended_at - started_at)::float8 AS seconds FROM monitor.listener_outage`,
  );
  return rows.map(({ seconds }) => seconds);
}

async function heardUntil(): Promise<number> {
  const { rows } = await suite.pool.query<{ at: Date }>('SELECT heard_until AS at FROM monitor.heartbeat_listener');
  return rows[0]?.at.getTime() ?? 0;
}

async function deadlineOf({ id }: Monitor): Promise<number | undefined> {
  const { rows } = await suite.pool.query<{ deadline_at: Date | null }>(
    'SELECT deadline_at FROM monitor.monitor_runtime WHERE monitor_id = $1',
    [id],
  );
  return rows[0]?.deadline_at?.getTime();
}

describe('while PostgreSQL is away', () => {
  it('a ping waits for it, and is stored when it is back', async () => {
    const organization = suite.organization();
    const job = await organization.create({ type: 'CRON', url: null });
    const url = await listenerUrl(suite.service);
    await suite.postgres?.pause();
    const answer = fetch(`${url}/${tokenOf(job)}`);
    await suite.postgres?.resume();
    expect((await answer).status).toBe(200);
    await waitFor('the job to be UP', async () => (await organization.get(job.id)).state === 'UP');
  });

  it('a ping that waited in vain is a 503, and asks to be sent again', async () => {
    const organization = suite.organization();
    const job = await organization.create({ type: 'CRON', url: null });
    const url = await listenerUrl(suite.service);
    await suite.postgres?.pause();
    const answer = await fetch(`${url}/${tokenOf(job)}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    await suite.postgres?.resume();
    await waitFor('the service to work again', () => organization.get(job.id), { timeoutMs: 30_000 });
  });
});

describe('while no replica listens', () => {
  it('time does not count for a job; while another one listens, it does', async () => {
    const organization = suite.organization();
    const job = await organization.create({ type: 'CRON', url: null, expectedPeriodSec: 3_600, graceSeconds: 0 });
    const token = tokenOf(job);
    expect((await fetch(`${await listenerUrl(suite.service)}/${token}`)).status).toBe(200);
    const before = await waitFor('the deadline', () => deadlineOf(job));
    const from = Date.now();
    await waitFor('pings to be heard', async () => (await heardUntil()) > from);
    await suite.pool.query('DELETE FROM monitor.listener_outage');

    const second = await suite.startReplica();
    await listenerUrl(second);
    await suite.service.stop();
    const stopped = await heardUntil();
    await waitFor(
      'the other one to be heard for longer than a gap',
      async () => (await heardUntil()) - stopped > 3_000,
    );
    expect(await outages()).toEqual([]);

    await second.stop();
    const stoppedAt = Date.now();
    await waitFor('a gap', () => Date.now() - stoppedAt > 2_500);
    const third = await suite.startReplica();
    const [gap] = await waitFor('the gap to be on record', async () => {
      const found = await outages();
      return found.length === 1 && found;
    });
    expect(gap).toBeGreaterThan(2.4);
    expect((await fetch(`${await listenerUrl(third)}/${token}/start`)).status).toBe(200);
    await waitFor('the job to be heard', async () => ((await deadlineOf(job)) ?? 0) > before);
    await suite.pool.query(
      `UPDATE monitor.heartbeat SET last_ping_at = last_ping_at - interval '1 hour',
         counts_from_at = counts_from_at - interval '1 hour' WHERE monitor_id = $1`,
      [job.id],
    );
    const { state } = await organization.check(job.id);
    expect(state).toBe('UP');
    const counted = (await deadlineOf(job)) ?? 0;
    const { rows: heard } = await suite.pool.query<{ at: Date }>(
      'SELECT last_ping_at AS at FROM monitor.heartbeat WHERE monitor_id = $1',
      [job.id],
    );
    expect(counted - (heard[0]?.at.getTime() ?? 0) - 3_600_000).toBeCloseTo((gap ?? 0) * 1_000, -1);
  });
});

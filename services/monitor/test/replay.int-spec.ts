import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Host } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { HistoryKeeper } from '../src/history/history-keeper.ts';
import { partitionAt } from '../src/history/history-partitions.ts';
import { PartitionRepository } from '../src/history/partition.repository.ts';
import { ReplayService } from '../src/replay/replay.service.ts';
import { numberOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  await suite.service.get(HistoryKeeper).keep();
  const { organization, id } = await withChecks([100]);
  // The first replay loads the thread, from its source.
  await waitFor('the thread', () => organization.call('replayMonitor', { id, body: policy }).catch(() => false));
});
afterAll(() => suite.stop());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
const policy = { degradedThresholdMs: 200, degradedThresholdMode: 'LAST', degradedSamples: 2 } as const;

/** A monitor that is three hours old and was UP all the time, with a check a minute: its latencies, oldest first. */
async function withChecks(latencies: readonly (number | null)[], fields: Record<string, unknown> = {}) {
  const organization = suite.organization();
  const { id } = await organization.create({ intervalSeconds: 60, ...fields });
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const slots = latencies.map((_, i) => new Date(end - (latencies.length - i) * MINUTE_MS));
  await suite.pool.query(
    `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, started_ms, response_ms)
     SELECT at, $1, 1, 0, CASE WHEN ms IS NULL THEN 'FAILED' ELSE 'SUCCEEDED' END::monitor.check_verdict, 0, ms
     FROM unnest($2::timestamptz[], $3::integer[]) AS n (at, ms)`,
    [await numberOf(suite.pool, id), slots, latencies],
  );
  const created = new Date(end - 180 * MINUTE_MS);
  await suite.pool.query(
    `WITH aged AS (UPDATE monitor.monitor SET created_at = $2 WHERE id = $1),
       gone AS (DELETE FROM monitor.state_change WHERE monitor_id = $1 AND at <> $2)
     INSERT INTO monitor.state_change VALUES ($1, $2, 'UP')`,
    [id, created],
  );
  await suite.pool.query(
    `UPDATE monitor.monitor_runtime SET state = 'UP', observed_at = now(), last_status_changed_at = $2,
       next_check_at = NULL WHERE monitor_id = $1`,
    [id, created],
  );
  return { organization, id, end };
}

/** Until it is released, replays wait for their checks. */
async function lockChecks(): Promise<() => Promise<void>> {
  const holder = await suite.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE monitor.check_result IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}

async function waiting(): Promise<number> {
  const gauge = suite.service.get(Host).metrics.registry.getSingleMetric('vedette_replays_waiting');
  return (await gauge?.get())?.values[0]?.value ?? Number.NaN;
}

describe('a replay', () => {
  it('answers what another threshold would have done, beside what happened, and changes nothing', async () => {
    const latencies = Array.from({ length: 60 }, (_, i) => (i >= 20 && i < 30 ? 300 : i === 40 ? null : 100));
    const { organization, id } = await withChecks(latencies);
    const before = await organization.get(id);
    const answer = await organization.call('replayMonitor', { id, body: policy });
    expect(answer).toMatchObject({
      checks: 60,
      happened: { degradedSec: 0, degradedPeriods: 0, outages: 0, periods: [] },
      // From the second slow check to the first fast one.
      replayed: {
        degradedSec: 540,
        degradedPeriods: 1,
        longestDegradedSec: 540,
        downSec: 60,
        outages: 1,
        alerts: { degraded: 2, down: 2 },
        periods: { length: 1 },
      },
      difference: { degradedSec: 540, alerts: { degraded: 2, down: 2 } },
    });
    expect(answer.unknown.join(' ')).toContain('1 check failed');
    expect(await organization.get(id)).toEqual(before);
  });

  it('begins in the state in which the checks before its range leave it', async () => {
    const { organization, id, end } = await withChecks(Array.from({ length: 10 }, () => 300));
    const from = new Date(end - 5 * MINUTE_MS).toISOString();
    const answer = await organization.call('replayMonitor', { id, body: { ...policy, from } });
    expect(answer.checks).toBe(5);
    expect(answer.replayed.degradedSec).toBeGreaterThanOrEqual(300);
    expect(answer.replayed.periods[0]?.from).toBe(from);
  });

  it('waits for one replay of an organization that has as many as it may, whose surplus is refused', async () => {
    const [busy, other] = [await withChecks([100, 300]), await withChecks([100, 300, 300])];
    const refusals: unknown[] = [];
    const answered: string[] = [];
    const replay = ({ organization, id }: typeof busy, name: string): Promise<unknown> =>
      organization.call('replayMonitor', { id, body: policy }).then(
        () => answered.push(name),
        (error: unknown) => refusals.push(error),
      );
    const release = await lockChecks();
    const replays = Array.from({ length: 8 }, (_, i) => replay(busy, `busy ${i}`));
    try {
      await waitFor('the surplus', () => refusals.length === 5);
      replays.push(replay(other, 'other'));
      await waitFor('its turn', async () => (await waiting()) === 3);
      // Its other requests do not wait for its replay.
      await other.organization.list();
    } finally {
      await release();
    }
    await Promise.all(replays);
    expect(refusals).toHaveLength(5);
    expect(refusals[0]).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    expect(answered.indexOf('other')).toBeLessThan(3);
  });

  it('is ended in time to be answered, and the next one runs', async () => {
    const { organization, id, end } = await withChecks([100, 300, 300]);
    const replayWithin = (ms: number): Promise<unknown> =>
      suite.service
        .get(ReplayService)
        .replay({ organizationId: organization.id, request: organization.context(ms) }, id, {
          ...policy,
          from: new Date(end - 5 * MINUTE_MS).toISOString(),
          to: new Date(end).toISOString(),
        });
    const release = await lockChecks();
    const startedAt = Date.now();
    try {
      await expect(replayWithin(1_500)).rejects.toMatchObject({ code: 'internal_error' });
      expect(Date.now() - startedAt).toBeLessThan(1_500);
    } finally {
      await release();
    }
    await expect(replayWithin(15_000)).resolves.toMatchObject({ checks: 3 });
  });

  it.each(['CRON', 'DOMAIN'])('of a %s monitor is a conflict', async (type) => {
    const organization = suite.organization();
    const { id } = await organization.create({ type, url: 'shop.test' });
    const replayed = organization.call('replayMonitor', { id, body: policy });
    await expect(replayed).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of a range that is too long names the parameter and the limit', async () => {
    const { organization, id } = await withChecks([]);
    const body = { ...policy, from: '2026-01-01T00:00Z', to: '2026-02-01T00:00Z' };
    await expect(organization.call('replayMonitor', { id, body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'from', message: 'from must be at most 30 days before to' }],
    });
  });

  it.each(['unknown', 'foreign'] as const)('of a monitor that is %s finds nothing', async (which) => {
    const { id } = which === 'foreign' ? await suite.organization().create() : { id: 'mon_unknown' };
    const replayed = suite.organization().call('replayMonitor', { id, body: policy });
    await expect(replayed).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('30 days of a 30 s monitor take less than a second of processor time, nearly all of it in the other thread', async () => {
  const { organization, id } = await withChecks([100]);
  const partitions = suite.service.get(PartitionRepository);
  for (let days = 0; days < 30; days += 1) {
    await partitions.add('check_result', partitionAt(new Date(Date.now() - days * DAY_MS), 'day'));
  }
  await suite.pool.query(
    `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, started_ms, response_ms)
     SELECT at, $1, 1, 0, 'SUCCEEDED', 0, 100 + (extract(epoch FROM at)::integer / 30 % 200)
     FROM generate_series(now() - interval '29 days', now(), interval '30 s') AS at`,
    [await numberOf(suite.pool, id)],
  );
  await suite.pool.query(`UPDATE monitor.monitor SET created_at = now() - interval '40 days' WHERE id = $1`, [id]);
  const body = { degradedThresholdMs: 250, degradedThresholdMode: 'P95', degradedSamples: 100 };
  const replay = () => organization.call('replayMonitor', { id, body });
  // The first replay also loads the thread.
  await replay();
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  const answer = await replay();
  const [allMs, ownMs] = [msOf(process.cpuUsage(all)), msOf(process.threadCpuUsage(own))];
  expect(answer.checks).toBeGreaterThan(80_000);
  expect(answer.replayed.degradedPeriods).toBeGreaterThan(0);
  expect({ allMs, isFast: allMs < 1_000 }).toMatchObject({ isFast: true });
  expect({ ownMs, isFree: ownMs < 100 }).toMatchObject({ isFree: true });
});

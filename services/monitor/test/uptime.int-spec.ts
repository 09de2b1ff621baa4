import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, type Monitor, type TimeSpan, type UptimeDay } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { HistoryKeeper } from '../src/history/history-keeper.ts';
import { bucketOf } from '../src/history/latency-buckets.ts';
import { RollupKeeper } from '../src/history/rollup-keeper.ts';
import { StateKeeper } from '../src/history/state-keeper.ts';
import { MonitorEraser } from '../src/monitors/monitor-eraser.ts';
import type { Organization } from './support/organization.ts';
import { historyOf, numberOf, statesOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A monitor whose first check has been applied, with its past states replaced. */
async function withPast(
  organization: Organization,
  lines: readonly (readonly [hoursAgo: number, state: string])[],
  fields: Record<string, unknown> = {},
): Promise<Monitor> {
  const { id } = await organization.create(fields);
  if (fields['type'] !== 'CRON') {
    await waitFor('the first check', async () => (await organization.get(id)).state === 'UP');
  }
  await suite.pool.query('DELETE FROM monitor.state_change WHERE monitor_id = $1', [id]);
  await suite.pool.query('UPDATE monitor.monitor SET created_at = $2 WHERE id = $1', [
    id,
    hoursAgo(lines[0]?.[0] ?? 0),
  ]);
  for (const [hours, state] of lines) {
    await suite.pool.query('INSERT INTO monitor.state_change VALUES ($1, $2, $3)', [id, hoursAgo(hours), state]);
  }
  return organization.get(id);
}

interface Shown {
  readonly days: readonly (UptimeDay | null)[];
  readonly up: number;
  readonly down: number;
  readonly maintenance: number;
  readonly unknown: number;
}

/** For a status page: the seconds of all of its days, and each day. */
async function uptimeOf(
  organization: Organization,
  { id }: Monitor,
  days: number,
  maintenance: TimeSpan[] = [],
): Promise<Shown | undefined> {
  suite.peers.maintenance.set(id, maintenance);
  const monitors = [{ id, organizationId: organization.id }];
  const { monitors: answered } = await suite.rpc.ask(internal.uptime, { monitors, days, timezone: 'UTC' });
  const [found] = answered;
  if (found === undefined) return undefined;
  const known = found.days.filter((day) => day !== null);
  const sum = (part: 1 | 2 | 3 | 4 | 5): number => known.reduce((total, day) => total + day[part], 0);
  return { days: found.days, up: sum(1), down: sum(3), maintenance: sum(4), unknown: sum(5) };
}

describe('the uptime of a monitor', () => {
  it('is made of the states on record, whole and by day', async () => {
    const organization = suite.organization();
    const monitor = await withPast(organization, [
      [60, 'PENDING'],
      [50, 'UP'],
      [40, 'DOWN'],
      [30, 'UP'],
    ]);
    const shown = await uptimeOf(organization, monitor, 6);
    expect(shown?.down).toBeCloseTo(36_000, 0);
    expect(shown?.up).toBeCloseTo(144_000, -1);
    expect(shown?.unknown).toBeCloseTo(36_000, 0);
    expect(shown?.days).toHaveLength(6);
    // Before the monitor existed.
    expect(shown?.days[0]).toBeNull();
  });

  it('leaves out maintenance, and time in which it was not checked', async () => {
    const organization = suite.organization();
    const monitor = await withPast(
      organization,
      [
        [20, 'UP'],
        [10, 'DOWN'],
        [5, 'UP'],
      ],
      { intervalSeconds: 60 },
    );
    const windows = [
      { startsAt: hoursAgo(10).toISOString(), endsAt: hoursAgo(9.5).toISOString() },
      { startsAt: hoursAgo(9).toISOString(), endsAt: hoursAgo(7.5).toISOString() },
    ];
    expect(await uptimeOf(organization, monitor, 3, windows)).toMatchObject({
      down: expect.closeTo(3 * 3_600, 0),
      maintenance: expect.closeTo(2 * 3_600, 0),
    });
    await suite.pool.query('UPDATE monitor.monitor_runtime SET observed_at = $2 WHERE monitor_id = $1', [
      monitor.id,
      hoursAgo(2),
    ]);
    await suite.pool.query(`UPDATE monitor.monitor_runtime SET last_status_changed_at = $2 WHERE monitor_id = $1`, [
      monitor.id,
      hoursAgo(5),
    ]);
    expect(await uptimeOf(organization, monitor, 3)).toMatchObject({ unknown: expect.closeTo(2 * 3_600, -1) });
  });

  it('puts a gap on record with the result that ends it, and with a pause', async () => {
    const organization = suite.organization();
    const [ended, paused] = await Promise.all([
      withPast(organization, [[20, 'UP']], { intervalSeconds: 60 }),
      withPast(organization, [[20, 'UP']], { intervalSeconds: 60 }),
    ]);
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET observed_at = $2, last_status_changed_at = $3 WHERE monitor_id = ANY ($1)`,
      [[ended.id, paused.id], hoursAgo(2), hoursAgo(20)],
    );
    await organization.check(ended.id);
    await organization.pause(paused.id);
    expect(await statesOf(suite.pool, ended.id)).toEqual(['UP', 'UNOBSERVED', 'UP']);
    expect(await statesOf(suite.pool, paused.id)).toEqual(['UP', 'UNOBSERVED', 'PAUSED']);
  });

  it('of a cron job leaves out time in which we could not hear it', async () => {
    const organization = suite.organization();
    const job = await withPast(organization, [[10, 'DOWN']], { type: 'CRON', url: null });
    await suite.pool.query('INSERT INTO monitor.listener_outage VALUES ($1, $2)', [hoursAgo(5), hoursAgo(4)]);
    expect(await uptimeOf(organization, job, 3)).toMatchObject({
      down: expect.closeTo(9 * 3_600, -1),
      unknown: expect.closeTo(3_600, 0),
    });
    await suite.pool.query('DELETE FROM monitor.listener_outage');
  });

  it('is answered for the monitors of the organization alone', async () => {
    const organization = suite.organization();
    const monitor = await organization.create();
    expect(await uptimeOf(suite.organization(), monitor, 3)).toBeUndefined();
  });

  it('is kept for thirteen months, with the state that was on then', async () => {
    const organization = suite.organization();
    const monitor = await withPast(organization, [
      [24 * 500, 'UP'],
      [24 * 450, 'DOWN'],
      [24 * 300, 'UP'],
    ]);
    await suite.service.get(StateKeeper).keep();
    expect(await statesOf(suite.pool, monitor.id)).toEqual(['DOWN', 'UP']);
  });
});

describe('rollups', () => {
  /** The totals of a monitor over all hours or days; latencies are counted by bucket. */
  const rolledUp = async (span: 'hour' | 'day', { id }: Monitor) => {
    const { rows } = await suite.pool.query<{ checks: number; failures: number; latencies: Record<string, number> }>(
      `SELECT sum(checks)::integer AS checks, sum(failures)::integer AS failures, (
         SELECT json_object_agg(bucket, latencies) FROM (
           SELECT bucket, sum(latencies)::integer AS latencies
           FROM monitor.check_rollup_${span}, unnest(buckets, counts) AS each (bucket, latencies)
           WHERE monitor_number = $1 GROUP BY bucket
         ) AS counted
       ) AS latencies
       FROM monitor.check_rollup_${span} WHERE monitor_number = $1`,
      [await numberOf(suite.pool, id)],
    );
    return rows[0];
  };

  it('count checks and their latencies, also when those come late, and when the hours become a day', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const monitor = await waitFor('the first check', async () => {
      const found = await organization.get(id);
      return found.state === 'UP' && found;
    });
    const number = await numberOf(suite.pool, id);
    await suite.pool.query('DELETE FROM monitor.check_result WHERE monitor_number = $1', [number]);
    const yesterday = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS);
    const job = { monitorId: id, epoch: 1 };
    const slotAt = (minute: number): string => new Date(yesterday.getTime() + minute * 60_000).toISOString();
    for (let i = 0; i < 100; i += 1) {
      await worker.publish({ ...job, slotAt: slotAt(i) }, succeeded({ responseMs: i < 90 ? 100 : 1_000 }));
    }
    await waitFor('the history', async () => (await historyOf(suite.pool, id)).length === 100);
    const rollups = suite.service.get(RollupKeeper);
    const tomorrow = new Date(yesterday.getTime() + DAY_MS);
    const expected = { checks: 100, failures: 0, latencies: { [bucketOf(100)]: 90, [bucketOf(1_000)]: 10 } };
    await suite.pool.query('DELETE FROM monitor.rollup_progress');
    await suite.pool.query(`INSERT INTO monitor.rollup_progress VALUES ('HOUR', $1, $1)`, [yesterday]);
    await rollups.rollUp();
    expect(await rolledUp('hour', monitor)).toEqual(expected);
    await rollups.rollUp(new Date(tomorrow.getTime() + 26 * HOUR_MS));
    const { rows } = await suite.pool.query(
      `SELECT FROM monitor.rollup_progress WHERE span = 'DAY' AND starts_at = $1`,
      [yesterday],
    );
    expect(rows).toHaveLength(1);
    expect(await rolledUp('day', monitor)).toEqual(expected);
  });
});

describe('the history', () => {
  it('has its partitions ahead, and loses those that are older than it is kept', async () => {
    const partitions = async (table: string): Promise<string[]> => {
      const { rows } = await suite.pool.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ $1 ORDER BY 1`,
        [`^${table}_\\d+$`],
      );
      return rows.map(({ name }) => name);
    };
    const keeper = suite.service.get(HistoryKeeper);
    const now = new Date();
    const inAMonth = new Date(now.getTime() + 40 * DAY_MS);
    const inTwoYears = new Date(now.getTime() + 730 * DAY_MS);
    await keeper.keep(now);
    const [days, months] = [await partitions('check_result'), await partitions('check_rollup_hour')];
    expect(days).toHaveLength(6);
    await keeper.keep(inAMonth);
    const later = await partitions('check_result');
    expect(later).toHaveLength(6);
    expect(later).toContain(`check_result_${dateOf(inAMonth).replaceAll('-', '')}`);
    expect(later.some((name) => days.includes(name))).toBe(false);
    expect(await partitions('check_rollup_hour')).toEqual(expect.arrayContaining(months));
    await keeper.keep(inTwoYears);
    const muchLater = await partitions('check_rollup_hour');
    expect(muchLater).toContain(`check_rollup_hour_${dateOf(inTwoYears).slice(0, 7).replace('-', '')}`);
    expect(muchLater.some((name) => months.includes(name))).toBe(false);
    await keeper.keep(now);
  });

  it('of a deleted monitor is erased with all that hangs on it', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await waitFor('the first check', async () => (await organization.get(id)).state === 'UP');
    const number = await numberOf(suite.pool, id);
    const kept = async (): Promise<number | undefined> => {
      const { rows } = await suite.pool.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM monitor.check_result WHERE monitor_number = $1',
        [number],
      );
      return rows[0]?.count;
    };
    expect(await kept()).toBe(1);
    await organization.delete(id);
    await suite.service.get(MonitorEraser).eraseDeleted();
    expect(await kept()).toBe(0);
    expect(await statesOf(suite.pool, id)).toEqual([]);
  });
});

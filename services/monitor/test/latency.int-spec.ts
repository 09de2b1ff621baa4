import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceDatabase } from '@vedette/service-host';
import fc from 'fast-check';
import { HistoryKeeper } from '../src/history/history-keeper.ts';
import { mergeCounts, countChecks, type CheckCounts, type StepCounts } from '../src/history/latency-histogram.ts';
import { LatencyRepository } from '../src/history/latency.repository.ts';
import { RollupKeeper } from '../src/history/rollup-keeper.ts';
import { ResultRepository } from '../src/results/result.repository.ts';
import { numberOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { attempt, succeeded } from './support/worker-peer.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  // The tables of yesterday must be there before checks are put into them.
  await suite.service.get(HistoryKeeper).keep();
});
afterAll(() => suite.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REGIONS = ['north', 'south'];
const YESTERDAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const whole = { from: new Date(YESTERDAY), to: new Date(YESTERDAY + DAY_MS) };

interface Stored {
  readonly ms: number;
  readonly verdict: 'SUCCEEDED' | 'FAILED' | 'UNOBSERVED';
  readonly responseMs: number | null;
  readonly region: string;
}

const checks = fc.uniqueArray(
  fc.record<Stored>({
    ms: fc.integer({ min: 0, max: DAY_MS - 1 }),
    verdict: fc.constantFrom('SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED', 'FAILED', 'UNOBSERVED'),
    responseMs: fc.option(fc.integer({ min: 0, max: 61_000 }), { freq: 4 }),
    region: fc.constantFrom(...REGIONS),
  }),
  { selector: ({ ms }) => ms, maxLength: 300 },
);

/** Puts checks of yesterday into the history of a new monitor. */
async function store(stored: readonly Stored[]): Promise<{ id: string; number: number }> {
  const { id } = await suite.organization().create({ type: 'CRON', url: null });
  const number = await numberOf(suite.pool, id);
  await suite.pool.query(
    `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, response_ms)
     SELECT to_timestamp(n.ms / 1000.0), $1, 1, w.number, n.verdict, n.response_ms
     FROM unnest($2::float8[], $3::monitor.check_verdict[], $4::integer[], $5::text[])
       AS n (ms, verdict, response_ms, region)
     JOIN monitor.check_region AS r ON r.name = n.region
     JOIN monitor.check_worker AS w ON w.region_number = r.number AND w.name = n.region`,
    [
      number,
      stored.map(({ ms }) => YESTERDAY + ms),
      stored.map(({ verdict }) => verdict),
      stored.map(({ responseMs }) => responseMs),
      stored.map(({ region }) => region),
    ],
  );
  return { id, number };
}

/** As if yesterday had just become final. */
async function rollUpYesterday(): Promise<void> {
  await suite.pool.query('DELETE FROM monitor.rollup_progress');
  await suite.pool.query(`INSERT INTO monitor.rollup_progress VALUES ('HOUR', $1, $1)`, [whole.from]);
  await suite.service.get(RollupKeeper).rollUp(new Date(whole.to.getTime() + 26 * HOUR_MS));
}

function byStep(parts: readonly StepCounts[], stepMs: number): Map<number, CheckCounts> {
  const grouped = Map.groupBy(parts, ({ at }) => Math.floor(at / stepMs) * stepMs);
  return new Map([...grouped].map(([at, each]) => [at, mergeCounts(each.map(({ at: _at, ...counts }) => counts))]));
}

/** The same by the rule, from what was stored. */
function expected(stored: readonly Stored[], stepMs: number): Map<number, CheckCounts> {
  const counted = stored
    .filter(({ verdict }) => verdict !== 'UNOBSERVED')
    .toSorted((one, other) => one.ms - other.ms)
    .map(({ ms, verdict, responseMs }) => ({ ms, isFailed: verdict === 'FAILED', responseMs }));
  const grouped = Map.groupBy(counted, ({ ms }) => YESTERDAY + Math.floor(ms / stepMs) * stepMs);
  return new Map([...grouped].map(([at, each]) => [at, countChecks(each)]));
}

describe('latencies', () => {
  beforeAll(async () => {
    for (const region of REGIONS) {
      await suite.pool.query('INSERT INTO monitor.check_region (name) VALUES ($1)', [region]);
      await suite.pool.query(
        `INSERT INTO monitor.check_worker (region_number, name)
         SELECT number, name FROM monitor.check_region WHERE name = $1`,
        [region],
      );
    }
  });

  it('are the same from checks, from hours and from days, in all regions and in one', async () => {
    const repository = suite.service.get(LatencyRepository);
    const stored: { checks: Stored[]; number: number }[] = [];
    for (const each of fc.sample(checks, { numRuns: 8, seed: 17 })) {
      stored.push({ checks: each, number: (await store(each)).number });
    }
    await rollUpYesterday();
    expect(await repository.rolledUp()).toMatchObject({ daysUntil: whole.to });
    for (const { checks: each, number } of stored) {
      for (const region of [null, ...REGIONS]) {
        const inRegion = each.filter((check) => region === null || check.region === region);
        const counted = async (seconds: 60 | 3_600 | 86_400) => repository.counted(number, whole, seconds, region);
        const rollups = async (seconds: 3_600 | 86_400) => repository.rollups(number, whole, seconds, region);
        expect(byStep(await counted(60), 60_000)).toEqual(expected(inRegion, 60_000));
        expect(byStep(await counted(3_600), HOUR_MS)).toEqual(expected(inRegion, HOUR_MS));
        expect(byStep(await rollups(3_600), HOUR_MS)).toEqual(expected(inRegion, HOUR_MS));
        expect(byStep(await counted(86_400), DAY_MS)).toEqual(expected(inRegion, DAY_MS));
        expect(byStep(await rollups(86_400), DAY_MS)).toEqual(expected(inRegion, DAY_MS));
        // Hours make up a day, as minutes do.
        expect(byStep(await rollups(3_600), DAY_MS)).toEqual(expected(inRegion, DAY_MS));
        expect(byStep(await counted(60), DAY_MS)).toEqual(expected(inRegion, DAY_MS));
      }
    }
  }, 60_000);

  it('of a result that comes late are in its hour and its day after the next look', async () => {
    const { id } = await suite.organization().create({ type: 'CRON', url: null });
    const monitorNumber = await numberOf(suite.pool, id);
    const keeper = suite.service.get(RollupKeeper);
    await rollUpYesterday();
    const slotAt = new Date(YESTERDAY + 5 * HOUR_MS + 1);
    const outcome = succeeded({ attempts: [attempt(null, slotAt)] });
    await suite.service.get(ServiceDatabase).mutations.run((connection) => {
      const filed = { monitorNumber, result: { monitorId: id, epoch: 1, slotAt, outcome, isScheduled: true } };
      return suite.service.get(ResultRepository).file(connection, [filed], new Date());
    });
    await keeper.rollUp(new Date(whole.to.getTime() + 27 * HOUR_MS));
    const repository = suite.service.get(LatencyRepository);
    for (const seconds of [3_600, 86_400] as const) {
      expect(await repository.rollups(monitorNumber, whole, seconds, null)).toMatchObject([{ checks: 1 }]);
    }
    expect((await suite.pool.query('SELECT FROM monitor.rollup_late')).rowCount).toBe(0);
  });

  it('are answered as points, without any where nothing was checked', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ type: 'CRON', url: null });
    const number = await numberOf(suite.pool, id);
    await suite.pool.query(
      `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, response_ms)
       SELECT to_timestamp($2::float8 / 1000.0) + n * interval '1 s', $1, 1, 0,
         (CASE WHEN n = 20 THEN 'FAILED' ELSE 'SUCCEEDED' END)::monitor.check_verdict,
         CASE WHEN n < 20 THEN n END
       FROM generate_series(1, 20) AS n`,
      [number, YESTERDAY + 2 * HOUR_MS],
    );
    await rollUpYesterday();
    const ask = (step: string) =>
      organization.call('getLatency', {
        id,
        query: { from: whole.from.toISOString(), to: whole.to.toISOString(), step },
      });
    const point = { count: 20, failures: 1, min: 1, p50: 10, p95: 19, p99: 19, max: 19 };
    const at = new Date(YESTERDAY + 2 * HOUR_MS).toISOString();
    expect(await ask('auto')).toEqual({ step: 60, points: [{ at, ...point }] });
    expect(await ask('3600')).toEqual({ step: 3_600, points: [{ at, ...point }] });
    expect(await ask('86400')).toEqual({ step: 86_400, points: [{ at: whole.from.toISOString(), ...point }] });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@vedette/contract';
import { freePort } from '@vedette/test-kit';
import { slotsBetween } from '../../support/slot-grid.ts';
import { ScheduleRun } from './schedule-run.ts';
import type { BenchTarget } from './worker-alone.ts';

const INTERVAL_SECONDS = 30;
const SILENT_TIMEOUT_SECONDS = 60;
const HEALTHY = 20;
const WARM_UP_MS = 10_000;
/** Two slots of every monitor: the silent ones begin to hang in the first. */
const WINDOW_MS = 60_000;
const LANDED_AFTER_MS = 3_000;

interface Scenario {
  readonly name: string;
  readonly tenants: number;
  readonly silentOfEach: number;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'alone', tenants: 0, silentOfEach: 0 },
  { name: '1,500 silent targets of one tenant', tenants: 1, silentOfEach: 1_500 },
  { name: '15,000 silent targets of one tenant', tenants: 1, silentOfEach: 15_000 },
  { name: '100 tenants with 100 silent targets each', tenants: 100, silentOfEach: 100 },
];

/** How late the checks of a healthy tenant begin, alone and beside tenants whose targets accept and never answer. */
export async function benchFairness(target: BenchTarget, workers: number): Promise<string> {
  let report = `${HEALTHY} healthy monitors every ${INTERVAL_SECONDS} s, ${workers} worker(s) with 1,000 places\n`;
  for (const scenario of SCENARIOS) report += `${await measured(target, workers, scenario)}\n`;
  return `${report}\n`;
}

async function measured(
  target: BenchTarget,
  workers: number,
  { name, tenants, silentOfEach }: Scenario,
): Promise<string> {
  const cores = { monitor: '0,1', worker: '0,1' } as const;
  const run = await ScheduleRun.start(await freePort(), target.certFile, cores, { workers, concurrency: 1_000 });
  try {
    const healthy = await run.insertMonitors(HEALTHY, target.httpUrl, INTERVAL_SECONDS, {
      organizationIds: [newId('org')],
    });
    await sleep(WARM_UP_MS);
    await run.insertMonitors(silentOfEach, `${target.httpUrl}hold`, INTERVAL_SECONDS, {
      organizationIds: Array.from({ length: tenants }, () => newId('org')),
      timeoutSeconds: SILENT_TIMEOUT_SECONDS,
    });
    const from = new Date();
    await sleep(WINDOW_MS);
    const to = new Date();
    await sleep(LANDED_AFTER_MS);
    const lateness = await latenessOf(run, healthy, from, to);
    return `  ${name}: ${lateness}${tenants === 0 ? '' : `; ${await silentOnes(run, healthy, from, to)}`}`;
  } finally {
    await run.stop();
  }
}

/** Of every slot that lies in the window: one without a check was skipped. */
async function latenessOf(run: ScheduleRun, ids: readonly string[], from: Date, to: Date): Promise<string> {
  const due = await slotsBetween(run.pool, { ids, intervalSeconds: INTERVAL_SECONDS }, from, to);
  const slots = [...due].flatMap(([monitorId, each]) => each.map((slotAt) => ({ monitorId, slotAt })));
  const { rows } = await run.pool.query<{ id: string; slot_at: Date; started_ms: number | null }>(
    `SELECT m.id, c.slot_at, c.started_ms FROM monitor.monitor AS m
     JOIN monitor.check_result AS c ON c.monitor_number = m.number WHERE m.id = ANY ($1)`,
    [ids],
  );
  const lateness = new Map(rows.map((row) => [`${row.id} ${row.slot_at.getTime()}`, row.started_ms]));
  const late = slots.flatMap(({ monitorId, slotAt }) => lateness.get(`${monitorId} ${slotAt.getTime()}`) ?? []);
  const sorted = late.toSorted((one, other) => one - other);
  const percentile = (p: number): number => sorted[Math.ceil((p * sorted.length) / 100) - 1] ?? NaN;
  return `p50 ${percentile(50)} ms, p99 ${percentile(99)} ms late (${late.length} of ${slots.length} slots checked)`;
}

/** How many of the silent ones had their turn, and in which lane they are now. */
async function silentOnes(run: ScheduleRun, healthy: readonly string[], from: Date, to: Date): Promise<string> {
  const { rows } = await run.pool.query<{ running: number; slow: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE slot_at IS NOT NULL)::integer AS running,
       count(*) FILTER (WHERE lane = 'SLOW')::integer AS slow,
       count(*) FILTER (WHERE is_waiting)::integer AS waiting
     FROM monitor.monitor_runtime WHERE monitor_id <> ALL ($1)`,
    [healthy],
  );
  const { rows: unobserved } = await run.pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM monitor.check_result AS c
     JOIN monitor.monitor AS m ON m.number = c.monitor_number
     WHERE m.id <> ALL ($1) AND c.verdict = 'UNOBSERVED'
       AND c.slot_at + c.started_ms * interval '1 ms' >= $2 AND c.slot_at + c.started_ms * interval '1 ms' < $3`,
    [healthy, from, to],
  );
  const { running = 0, slow = 0, waiting = 0 } = rows[0] ?? {};
  const cut = unobserved[0]?.count ?? 0;
  const perSecond = ((running + cut) / ((to.getTime() - from.getTime()) / 1_000)).toFixed(1);
  return `silent ones: ${perSecond} begun/s, ${running} in flight, ${slow} slow by now, ${waiting} wait, ${cut} cut off`;
}

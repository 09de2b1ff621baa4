import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vedette/test-kit';
import { median } from './checks-report.ts';
import { runScript } from './processes.ts';
import { ScheduleRun, type Lateness } from './schedule-run.ts';
import type { BenchTarget } from './worker-alone.ts';
import { WorkerRun } from './worker-run.ts';

const ROUNDS = 3;
const BURST = 10_000;
const STEADY_PER_SECOND = 1_000;
const WARM_UP_SECONDS = 8;
const STEADY_SECONDS = 20;
const LANDED_AFTER_MS = 2_000;
const PINGS_PER_SECOND = 2_000;
const JOBS = 200;
/** Until the pings come at their rate. */
const RAMP_SECONDS = 3;

/** Scheduled checks a second (due → job → probe → result in PostgreSQL), in turn with a worker alone. */
export async function benchEndToEnd(target: BenchTarget): Promise<string> {
  const run = await ScheduleRun.start(await freePort(), target.certFile, { monitor: '1', worker: '0' });
  try {
    await run.insertMonitors(BURST, target.httpUrl, 86_400);
    await burst(run);
    const rounds: { alone: number; whole: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ alone: await alone(target), whole: await burst(run) });
    }
    const ratio = median(rounds.map(({ alone: bare, whole }) => whole / bare));
    return (
      `end to end: ${shownRate(median(rounds.map(({ whole }) => whole)))} checks/s, worker alone ` +
      `${shownRate(median(rounds.map(({ alone: bare }) => bare)))} checks/s in turn, ratio ${ratio.toFixed(2)}\n` +
      `${run.memory()}\n\n`
    );
  } finally {
    await run.stop();
  }
}

async function burst(run: ScheduleRun): Promise<number> {
  const before = await run.results();
  await run.makeDue();
  const startedAt = performance.now();
  await run.reach(before + BURST);
  return (BURST / (performance.now() - startedAt)) * 1_000;
}

async function alone({ httpUrl, certFile }: BenchTarget): Promise<number> {
  const worker = await WorkerRun.start(certFile);
  try {
    const { checks, ms } = await worker.measure([httpUrl], BURST);
    return (checks / ms) * 1_000;
  } finally {
    await worker.stop();
  }
}

/** The lateness of slots at 1,000 checks a second, without and with 2,000 pings a second beside them. */
export async function benchLateness(target: BenchTarget): Promise<string> {
  const heartbeatPort = await freePort();
  // Lateness is a matter of the whole machine: what is measured may use all of it.
  const run = await ScheduleRun.start(heartbeatPort, target.certFile, { monitor: '0,1', worker: '0,1' });
  try {
    await run.insertMonitors(STEADY_PER_SECOND * 30, target.httpUrl, 30);
    await steady(run, WARM_UP_SECONDS);
    const quiet = await steady(run);
    const pinging = ping(heartbeatPort, await insertJobs(run));
    await sleep(RAMP_SECONDS * 1_000);
    const beside = await steady(run);
    return (
      `lateness at ${STEADY_PER_SECOND} checks/s: ${shown(quiet)}\n` +
      `the same beside ${shownRate(await pinging)} pings/s: ${shown(beside)}\n${run.memory()}\n\n`
    );
  } finally {
    await run.stop();
  }
}

async function steady(run: ScheduleRun, seconds = STEADY_SECONDS): Promise<Lateness> {
  const from = new Date();
  const to = new Date(from.getTime() + seconds * 1_000);
  await sleep(seconds * 1_000 + LANDED_AFTER_MS);
  return run.lateness(from, to);
}

/** Cron jobs; returns the tokens that they ping. */
async function insertJobs(run: ScheduleRun): Promise<string[]> {
  const ids = await run.insertMonitors(JOBS, 'http://127.0.0.1/', 86_400, { organizationIds: ['org_jobs'] });
  const tokens = ids.map((_, i) => `bench${i}`.padEnd(32, 'x'));
  await run.pool.query(
    `UPDATE monitor.monitor SET type = 'CRON', heartbeat_token = job.token
     FROM unnest($1::text[], $2::text[]) AS job (id, token) WHERE monitor.id = job.id`,
    [ids, tokens],
  );
  await run.pool.query(`UPDATE monitor.monitor_runtime SET next_check_at = NULL WHERE monitor_id = ANY ($1)`, [ids]);
  await run.pool.query(`INSERT INTO monitor.heartbeat (monitor_id, counts_from_at) SELECT unnest($1::text[]), now()`, [
    ids,
  ]);
  return tokens;
}

/** Returns how many pings a second were answered. */
async function ping(port: number, tokens: readonly string[]): Promise<number> {
  const args = [`http://127.0.0.1:${port}`, tokens.join(), `${PINGS_PER_SECOND}`, `${STEADY_SECONDS + RAMP_SECONDS}`];
  return Number((await runScript('ping-load.ts', args, '0,1')).firstLine);
}

function shown({ checks, p50Ms, p99Ms }: Lateness): string {
  return `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms (${checks} slots)`;
}

function shownRate(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}

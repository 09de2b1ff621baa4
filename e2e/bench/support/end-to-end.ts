import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@vedette/test-kit';
import autocannon from 'autocannon';
import { median } from './checks-report.ts';
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

/** Scheduled checks a second (due → job → probe → result in PostgreSQL), in turn with a worker alone. */
export async function benchEndToEnd(target: BenchTarget): Promise<string> {
  const run = await ScheduleRun.start(await freePort(), target.certFile);
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
    const { checks, ms } = await worker.measure(httpUrl, BURST);
    return (checks / ms) * 1_000;
  } finally {
    await worker.stop();
  }
}

/** The lateness of slots at 1,000 checks a second, without and with 2,000 pings a second beside them. */
export async function benchLateness(target: BenchTarget): Promise<string> {
  const heartbeatPort = await freePort();
  const run = await ScheduleRun.start(heartbeatPort, target.certFile);
  try {
    await run.insertMonitors(STEADY_PER_SECOND * 30, target.httpUrl, 30);
    await steady(run, WARM_UP_SECONDS);
    const quiet = await steady(run);
    const pinging = ping(heartbeatPort, await insertJob(run));
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

async function insertJob(run: ScheduleRun): Promise<string> {
  const token = 'b'.repeat(32);
  const [id] = await run.insertMonitors(1, 'http://127.0.0.1/', 86_400);
  await run.pool.query(`UPDATE monitor.monitor SET type = 'CRON', heartbeat_token = $2 WHERE id = $1`, [id, token]);
  await run.pool.query(`UPDATE monitor.monitor_runtime SET next_check_at = NULL WHERE monitor_id = $1`, [id]);
  await run.pool.query(`INSERT INTO monitor.heartbeat (monitor_id, counts_from_at) VALUES ($1, now())`, [id]);
  return token;
}

/** Returns how many a second were answered with 200. */
async function ping(port: number, token: string): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/${token}`,
    connections: 20,
    overallRate: PINGS_PER_SECOND,
    duration: STEADY_SECONDS + 1,
  });
  const lost = result.non2xx + result.errors;
  if (lost > 0) throw new Error(`${lost} pings were not answered`);
  return result['2xx'] / result.duration;
}

function shown({ checks, p50Ms, p99Ms }: Lateness): string {
  return `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms (${checks} slots)`;
}

function shownRate(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}

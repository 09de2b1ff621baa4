// Decides what the pings of a cron job mean: when the last ping came, how long the job ran, and whether it succeeded.

import type { CheckOutcome } from '@vedette/contract';
import type { Result } from '../observations/check-outcome.ts';
import { failureCause } from './heartbeat-cause.ts';
import type { PingKind } from './ping-path.ts';

export interface StoredPing {
  readonly monitorId: string;
  /** The monitor's epoch when the ping came. */
  readonly epoch: number;
  readonly kind: PingKind;
  readonly exitCode: number | null;
  readonly receivedAt: Date;
}

/** The longest run that fits PostgreSQL's integer of milliseconds: 24 days. Longer runs are not measured. */
const LONGEST_RUN_MS = 2_147_483_647;

export interface HeardJob {
  readonly lastPingAt: Date | null;
  /** The start of the run that has not reported its end yet; null if there is none. */
  readonly runStartedAt: Date | null;
}

export interface Hearing extends HeardJob {
  readonly results: readonly Result[];
}

/** Expects the pings of one job in the order in which they were stored. In one millisecond, the last result wins. */
export function hearPings(job: HeardJob, pings: readonly StoredPing[]): Hearing {
  const results = new Map<number, Result>();
  let { lastPingAt, runStartedAt } = job;
  for (const ping of pings.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())) {
    const { receivedAt } = ping;
    if (lastPingAt === null || receivedAt > lastPingAt) lastPingAt = receivedAt;
    if (ping.kind === 'START') {
      runStartedAt = receivedAt;
      continue;
    }
    const runMs = runStartedAt === null ? -1 : receivedAt.getTime() - runStartedAt.getTime();
    const isMeasured = runMs >= 0 && runMs <= LONGEST_RUN_MS;
    results.set(receivedAt.getTime(), { ...resultOf(ping), ...(isMeasured && { runMs }) });
    runStartedAt = null;
  }
  return { results: [...results.values()], lastPingAt, runStartedAt };
}

function resultOf({ monitorId, epoch, kind, exitCode, receivedAt }: StoredPing): Result {
  const error = kind === 'FAILURE' ? failureCause(exitCode) : null;
  return { monitorId, epoch, slotAt: receivedAt, outcome: reportedOutcome(error, receivedAt), isScheduled: false };
}

/** The outcome of a ping or of a missed one: no worker made an attempt, and no latency was measured. */
export function reportedOutcome(error: string | null, at: Date): CheckOutcome {
  const attempt = {
    checkedAt: at.toISOString(),
    worker: 'heartbeats',
    region: 'heartbeats',
    error,
    statusCode: null,
    responseMs: null,
    phases: { dns: null, connect: null, tls: null, firstByte: null, total: null },
  };
  return {
    verdict: error === null ? 'SUCCEEDED' : 'FAILED',
    attempts: [attempt],
    responseMs: null,
    pace: null,
    observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
  };
}

// Decides what the history keeps of a check, and what it tells of it later. Times are kept as offsets from the slot.

import type { CheckAttempt, CheckOutcome } from '@vedette/contract';
import { beganAt, endedAt, filedAt, type Result } from '../observations/check-outcome.ts';

/** Where a check was made. Both are empty if nobody told. */
export interface CheckOrigin {
  readonly worker: string;
  readonly region: string;
}

/** The workers of some checks, each once, and the place of each check's worker among them, from 1. */
export interface Origins {
  readonly workers: readonly string[];
  readonly regions: readonly string[];
  readonly places: readonly number[];
}

export type Phases = CheckAttempt['phases'];

/** The columns of a check. */
export interface StoredCheck {
  readonly verdict: CheckOutcome['verdict'];
  /** From the slot to the start of the first attempt; null if it is unknown. */
  readonly startedMs: number | null;
  /** From there to the end of the last attempt; null if it is unknown. */
  readonly tookMs: number | null;
  readonly responseMs: number | null;
  /** Of the only attempt; all null where `attempts` holds them. */
  readonly phases: Phases;
  /** Only where an attempt failed, or a phase does not fit into its column. */
  readonly attempts: readonly CheckAttempt[] | null;
}

export const NO_PHASES: Phases = { dns: null, connect: null, tls: null, firstByte: null, total: null };
/** The longest phase that a smallint holds. */
const LONGEST_PHASE_MS = 32_767;
const LONGEST_OFFSET_MS = 2_147_483_647;
const LONGEST_NAME = 100;

/** The attempt that decided: the one that succeeded, otherwise the first one. */
export function decidingAttempt(attempts: readonly CheckAttempt[]): CheckAttempt | undefined {
  return attempts.find(({ error }) => error === null) ?? attempts[0];
}

export function originOf({ outcome, ranBy }: Result): CheckOrigin {
  const { worker = '', region = '' } = decidingAttempt(outcome.attempts) ?? ranBy ?? {};
  return { worker: worker.slice(0, LONGEST_NAME), region: region.slice(0, LONGEST_NAME) };
}

export function originsOf(results: readonly Result[]): Origins {
  const placeOf = new Map<string, number>();
  const distinct: CheckOrigin[] = [];
  const places = results.map((result) => {
    const origin = originOf(result);
    const key = JSON.stringify([origin.worker, origin.region]);
    const place = placeOf.get(key) ?? distinct.push(origin);
    placeOf.set(key, place);
    return place;
  });
  return { workers: distinct.map(({ worker }) => worker), regions: distinct.map(({ region }) => region), places };
}

export function storedCheck(result: Result): StoredCheck {
  const { outcome } = result;
  const { verdict, responseMs, attempts } = outcome;
  const phases = decidingAttempt(attempts)?.phases ?? NO_PHASES;
  const isWhole = attempts.some(({ error }) => error !== null) || !Object.values(phases).every(fits);
  const { startedAt, tookMs } = spanOf(result);
  return {
    verdict,
    startedMs: startedAt === undefined ? null : offset(startedAt.getTime() - filedAt(result).getTime()),
    tookMs: tookMs === null ? null : offset(tookMs),
    responseMs,
    phases: isWhole ? NO_PHASES : phases,
    attempts: isWhole ? attempts : null,
  };
}

/** A cron job that told its start began then; it ended when it pinged. */
function spanOf(result: Result): { startedAt: Date | undefined; tookMs: number | null } {
  const { outcome, runMs, ranBy } = result;
  if (runMs !== undefined) return { startedAt: new Date(filedAt(result).getTime() - runMs), tookMs: runMs };
  const [startedAt, end] = [beganAt(outcome), endedAt(outcome)];
  if (startedAt !== undefined && end !== undefined) {
    return { startedAt, tookMs: Math.max(0, end.getTime() - startedAt.getTime()) };
  }
  return { startedAt: ranBy && new Date(ranBy.startedAt), tookMs: outcome.pace?.longestAttemptMs ?? null };
}

function fits(ms: number | null): boolean {
  return ms === null || ms <= LONGEST_PHASE_MS;
}

function offset(ms: number): number {
  return Math.min(LONGEST_OFFSET_MS, Math.max(-LONGEST_OFFSET_MS, ms));
}

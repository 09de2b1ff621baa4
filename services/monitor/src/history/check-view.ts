import { shortError, type Check, type CheckAttempt, type CheckOutcome } from '@vedette/contract';
import { decidingAttempt, type Phases } from './stored-check.ts';

/** A stored check with the names of its worker and region. */
export interface CheckRow extends Phases {
  readonly slotAt: Date;
  readonly verdict: CheckOutcome['verdict'];
  readonly startedMs: number | null;
  readonly tookMs: number | null;
  readonly responseMs: number | null;
  readonly attempts: readonly CheckAttempt[] | null;
  readonly worker: string;
  readonly region: string;
}

const VERDICTS = { SUCCEEDED: 'UP', FAILED: 'DOWN', UNOBSERVED: 'UNOBSERVED' } as const;

export function checkView(row: CheckRow): Check {
  const { slotAt, startedMs, tookMs, responseMs, attempts, worker, region } = row;
  const startedAt = startedMs === null ? null : slotAt.getTime() + startedMs;
  const failure = attempts?.find(({ error }) => error !== null)?.error ?? null;
  return {
    slotAt: slotAt.toISOString(),
    startedAt: shownInstant(startedAt),
    endedAt: shownInstant(startedAt === null || tookMs === null ? null : startedAt + tookMs),
    // The clock of a worker may be behind ours.
    latenessMs: startedMs === null ? null : Math.max(0, startedMs),
    verdict: VERDICTS[row.verdict],
    responseMs,
    phases: phasesOf(row),
    region: region || null,
    worker: worker || null,
    error: row.verdict === 'SUCCEEDED' || failure === null ? null : shortError(failure),
    attempts: failure === null ? [] : [...(attempts ?? [])],
  };
}

function phasesOf({ attempts, dns, connect, tls, firstByte, total }: CheckRow): Phases {
  return decidingAttempt(attempts ?? [])?.phases ?? { dns, connect, tls, firstByte, total };
}

function shownInstant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

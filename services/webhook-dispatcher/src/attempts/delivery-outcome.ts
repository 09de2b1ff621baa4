// Decides what becomes of a delivery, and of its endpoint, after an attempt.

import type { AttemptTrigger, DeliveryState } from '@vedette/contract';
import { nextAttemptAt } from './retry-schedule.ts';

const FAILING_LIMIT_MS = 5 * 86_400_000;
const GONE = 410;

export interface EndedAttempt {
  readonly trigger: AttemptTrigger;
  /** Which of the scheduled attempts this was, from 1; ignored for a manual one. */
  readonly scheduledNumber: number;
  /** Null when no status came. */
  readonly status: number | null;
  /** The answer arrived as a whole, or as much of it as we read. */
  readonly isComplete: boolean;
  readonly retryAfterMs: number | null;
  readonly endedAt: Date;
  /** Since when the endpoint has had nothing but failures, before this attempt; null when it has not. */
  readonly failingSince: Date | null;
  readonly random: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'fail' }
  /** A manual attempt that failed: state and schedule are as they were. */
  | { readonly kind: 'keep' }
  /** The endpoint is disabled, which ends this delivery and all that wait beside it. */
  | { readonly kind: 'disable'; readonly reason: 'GONE' | 'FAILING' };

export function deliveryOutcome(attempt: EndedAttempt): DeliveryOutcome {
  if (isSuccess(attempt)) return { kind: 'succeed' };
  if (attempt.status === GONE) return { kind: 'disable', reason: 'GONE' };
  // Whoever tries by hand repairs the receiver right now: his failures are not held against it.
  if (attempt.trigger === 'MANUAL') return { kind: 'keep' };
  if (isFailingTooLong(attempt.failingSince, attempt.endedAt)) return { kind: 'disable', reason: 'FAILING' };
  const { scheduledNumber: number, endedAt, retryAfterMs, random } = attempt;
  const at = nextAttemptAt({ number, endedAt, retryAfterMs, random });
  return at === null ? { kind: 'fail' } : { kind: 'retry', at };
}

/** What an outcome makes of a delivery. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | 'unchanged' | null;
  readonly completedAt: Date | 'unchanged';
}

/**
 * A success always counts. Everything else decides only over a delivery that still waits: what has ended meanwhile, by hand or
 * with its endpoint, stays as it is, and the attempt is kept all the same.
 */
export function deliveryChange(state: DeliveryState, outcome: DeliveryOutcome, endedAt: Date): DeliveryChange {
  if (outcome.kind === 'succeed') {
    return {
      state: 'SUCCEEDED',
      nextAttemptAt: null,
      completedAt: state === 'SUCCEEDED' ? 'unchanged' : endedAt,
    };
  }
  if (state !== 'PENDING') return { state, nextAttemptAt: null, completedAt: 'unchanged' };
  switch (outcome.kind) {
    case 'retry':
      return { state, nextAttemptAt: outcome.at, completedAt: 'unchanged' };
    case 'keep':
      return { state, nextAttemptAt: 'unchanged', completedAt: 'unchanged' };
    case 'fail':
    case 'disable':
      return { state: 'FAILED', nextAttemptAt: null, completedAt: endedAt };
  }
}

export function isFailingTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;
}

function isSuccess({ status, isComplete }: EndedAttempt): boolean {
  return isComplete && status !== null && status >= 200 && status <= 299;
}

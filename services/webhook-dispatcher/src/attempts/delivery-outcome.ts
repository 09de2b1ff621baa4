// Decides what happens to a delivery, and to its endpoint, after an attempt, and since when an endpoint has only failed.

import type { AttemptTrigger, DeliveryState } from '@vedette/contract';
import { nextAttemptAt } from './retry-schedule.ts';

const FAILING_LIMIT_MS = 5 * 86_400_000;
const GONE = 410;

export interface EndedAttempt {
  readonly trigger: AttemptTrigger;
  /** Of a manual attempt: nothing attempts the delivery afterwards, because it is a test or had failed before. */
  readonly isFinal: boolean;
  /** The number of this scheduled attempt, from 1; ignored for a manual attempt. */
  readonly scheduledNumber: number;
  /** Null when the receiver sent no status. */
  readonly status: number | null;
  /** True if the answer arrived completely, or at least as much of it as we read. */
  readonly isComplete: boolean;
  readonly retryAfterMs: number | null;
  readonly endedAt: Date;
  /** When the endpoint's present series of failures began, before this attempt; null when it is not failing. */
  readonly failingSince: Date | null;
  readonly random: number;
}

export type DeliveryOutcome =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'fail' }
  /** A manual attempt beside the schedule failed: the state and the schedule stay as they were. */
  | { readonly kind: 'keep' }
  /** The endpoint is disabled, which ends this delivery and all its other pending deliveries. */
  | { readonly kind: 'disable'; readonly reason: 'GONE' | 'FAILING' };

export function deliveryOutcome(attempt: EndedAttempt): DeliveryOutcome {
  if (hasSucceeded(attempt)) return { kind: 'succeed' };
  if (attempt.status === GONE) return { kind: 'disable', reason: 'GONE' };
  // During a manual attempt the customer is probably repairing the receiver, so its failures do not count.
  if (attempt.trigger === 'MANUAL') return { kind: attempt.isFinal ? 'fail' : 'keep' };
  if (isFailingTooLong(attempt.failingSince, attempt.endedAt)) return { kind: 'disable', reason: 'FAILING' };
  const { scheduledNumber: number, endedAt, retryAfterMs, random } = attempt;
  const at = nextAttemptAt({ number, endedAt, retryAfterMs, random });
  return at === null ? { kind: 'fail' } : { kind: 'retry', at };
}

/** The change that an outcome makes to a delivery. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | 'unchanged' | null;
  readonly completedAt: Date | 'unchanged';
}

/**
 * A success always counts. Every other outcome changes only a PENDING delivery. A delivery that has ended meanwhile, by
 * a manual attempt or with its endpoint, stays as it is; the attempt is recorded in any case.
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

export interface EndedFor {
  readonly endpointId: string;
  readonly trigger: AttemptTrigger;
  readonly isSuccess: boolean;
  readonly endedAt: Date;
}

export interface HealthNote {
  readonly endpointId: string;
  /** The first failure after the last success; null when a success came last. */
  readonly failingSince: Date | null;
  /** True if one of the attempts succeeded: earlier failures no longer count. */
  readonly hadSuccess: boolean;
}

/** Since when endpoints have only failed. Returns one note for each endpoint whose attempts count. */
export function healthNotes(attempts: readonly EndedFor[]): HealthNote[] {
  const notes = new Map<string, HealthNote>();
  // A failure of an attempt that somebody asked for does not count, as in `deliveryOutcome`.
  const counted = attempts.filter(({ trigger, isSuccess }) => isSuccess || trigger === 'SCHEDULED');
  for (const { endpointId, isSuccess, endedAt } of counted.toSorted(
    (a, b) => a.endedAt.getTime() - b.endedAt.getTime(),
  )) {
    const known = notes.get(endpointId) ?? { endpointId, failingSince: null, hadSuccess: false };
    notes.set(
      endpointId,
      isSuccess
        ? { endpointId, failingSince: null, hadSuccess: true }
        : { ...known, failingSince: known.failingSince ?? endedAt },
    );
  }
  return [...notes.values()];
}

function hasSucceeded({ status, isComplete }: EndedAttempt): boolean {
  return isComplete && status !== null && status >= 200 && status <= 299;
}

// Decides what a failed attempt and its confirmation mean together: failed, not failed, or unknown.

import { paceOf, type CheckOutcome, type CheckPace, type Observation } from '@vedette/contract';
import type { AttemptReport } from './attempts.ts';

/** How a failed first attempt was confirmed. */
export type Confirmation =
  /** Another worker made the attempt, from another network. */
  | { readonly by: 'PEER'; readonly report: AttemptReport }
  /** This worker made a second attempt; null when it could not. */
  | { readonly by: 'SELF'; readonly report: AttemptReport | null; readonly isNetworkInDoubt: boolean }
  /** No trusted worker could make a second attempt. */
  | { readonly by: 'NOBODY' };

/** `first` is null when no attempt could be made; `confirmation` is null when there was no failure to confirm. */
export function outcomeOf(first: AttemptReport | null, confirmation: Confirmation | null): CheckOutcome {
  if (first === null) return unobserved(null);
  const second = confirmation === null || confirmation.by === 'NOBODY' ? null : confirmation.report;
  const reports = second === null ? [first] : [first, second];
  const attempts = reports.map(({ attempt }) => attempt);
  const pace = paceOf(reports.map((report) => report.pace));
  const success = reports.find(({ attempt }) => attempt.error === null);
  if (success) {
    const { attempt, observation } = success;
    return { verdict: 'SUCCEEDED', attempts, responseMs: attempt.responseMs, pace, observation };
  }
  const observation = second === null ? first.observation : together(second.observation, first.observation);
  return {
    verdict: isFailure(confirmation, second) ? 'FAILED' : 'UNOBSERVED',
    attempts,
    responseMs: null,
    pace,
    observation,
  };
}

/** The outcome of a check that was cut off: only its duration is known. */
export function cutOffOutcome(afterMs: number): CheckOutcome {
  return unobserved({ longestAttemptMs: Math.round(afterMs), hasTimedOut: false });
}

function unobserved(pace: CheckPace | null): CheckOutcome {
  return { verdict: 'UNOBSERVED', attempts: [], responseMs: null, pace, observation: NOTHING };
}

function isFailure(confirmation: Confirmation | null, second: AttemptReport | null): boolean {
  if (confirmation === null || confirmation.by === 'NOBODY' || second === null) return false;
  return confirmation.by === 'PEER' || !confirmation.isNetworkInDoubt;
}

const NOTHING: Observation = { certExpiresAt: null, dnsAnswer: null, registration: null };

function together(later: Observation, earlier: Observation): Observation {
  return {
    certExpiresAt: later.certExpiresAt ?? earlier.certExpiresAt,
    dnsAnswer: later.dnsAnswer ?? earlier.dnsAnswer,
    registration: later.registration ?? earlier.registration,
  };
}

// Decides how long an attempt took, and whether the limit of its target ended it.

import type { CheckAttempt, CheckPace, CheckTarget } from '@vedette/contract';

/** Timers fire a little early at times, and phases are whole milliseconds. */
const TOLERANCE_MS = 10;

/** By the time that the attempt itself took: a ping that waits for its turn is not slow. */
export function paceOfAttempt(
  { timeoutSeconds }: Pick<CheckTarget, 'timeoutSeconds'>,
  { error, phases }: Pick<CheckAttempt, 'error' | 'phases'>,
): CheckPace {
  const longestAttemptMs = phases.total ?? 0;
  const hasTimedOut = error !== null && longestAttemptMs >= timeoutSeconds * 1_000 - TOLERANCE_MS;
  return { longestAttemptMs, hasTimedOut };
}

// Decides how long an attempt took, and whether the target's time limit ended it.

import type { CheckAttempt, CheckPace, CheckTarget } from '@vedette/contract';

/** Timers sometimes fire a little early, and phases are whole milliseconds. */
const TOLERANCE_MS = 10;

/** Counts only the attempt's own time: a ping that waits for a place is not slow. */
export function paceOfAttempt(
  { timeoutSeconds }: Pick<CheckTarget, 'timeoutSeconds'>,
  { error, phases }: Pick<CheckAttempt, 'error' | 'phases'>,
): CheckPace {
  const longestAttemptMs = phases.total ?? 0;
  const hasTimedOut = error !== null && longestAttemptMs >= timeoutSeconds * 1_000 - TOLERANCE_MS;
  return { longestAttemptMs, hasTimedOut };
}

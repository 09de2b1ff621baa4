// Decides which checks are slow: those that hold a worker's place for long. Slow checks never delay fast ones.

/** FAST: expected to end soon. SLOW: expected to take longer than `slowAfterMs`, or to time out. */
export const CHECK_LANES = ['FAST', 'SLOW'] as const;
export type CheckLane = (typeof CHECK_LANES)[number];

/** An attempt that takes longer is slow. */
export const SLOW_AFTER_MS = 2_000;

/** How long the attempts of a check took. */
export interface CheckPace {
  longestAttemptMs: number;
  /** True if an attempt used up the time that the monitor gives it. */
  hasTimedOut: boolean;
}

/** The lane in which a check of this pace belongs. */
export function laneOf({ longestAttemptMs, hasTimedOut }: CheckPace): CheckLane {
  return hasTimedOut || longestAttemptMs > SLOW_AFTER_MS ? 'SLOW' : 'FAST';
}

/** The pace of a check, from that of its attempts; null when none was made. */
export function paceOf(attempts: readonly CheckPace[]): CheckPace | null {
  if (attempts.length === 0) return null;
  return {
    longestAttemptMs: Math.max(...attempts.map(({ longestAttemptMs }) => longestAttemptMs)),
    hasTimedOut: attempts.some(({ hasTimedOut }) => hasTimedOut),
  };
}

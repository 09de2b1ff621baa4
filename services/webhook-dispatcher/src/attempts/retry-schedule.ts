// Decides when a delivery is attempted again after a failure, and when it is given up.

const DELAYS_AFTER_ATTEMPT_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const;
const JITTER = 0.1;

/** The first attempt is immediate; each of the others follows a delay. */
export const SCHEDULED_ATTEMPTS = 1 + DELAYS_AFTER_ATTEMPT_SECONDS.length;

export interface FailedAttempt {
  /** Counts from 1, without manual attempts. */
  readonly number: number;
  readonly endedAt: Date;
  /** How long the receiver asked us to wait; null when it did not. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1: spreads the attempts of deliveries that failed together. */
  readonly random: number;
}

/** Null when no attempt is left. */
export function nextAttemptAt({ number, endedAt, retryAfterMs, random }: FailedAttempt): Date | null {
  const delaySeconds = DELAYS_AFTER_ATTEMPT_SECONDS[number - 1];
  if (delaySeconds === undefined) return null;
  const delayMs = delaySeconds * 1_000 * (1 - JITTER + 2 * JITTER * random);
  return new Date(endedAt.getTime() + Math.round(Math.max(delayMs, retryAfterMs ?? 0)));
}

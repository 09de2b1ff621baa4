// Decides when an alert that could not be sent is attempted again, and when it is given up.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delay after each failed attempt. They add up to about five hours; later the alert is of no use. */
const DELAYS_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  20 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  HOUR_MS,
  2 * HOUR_MS,
] as const;

const SPREAD = 0.1;
const LONGEST_WISH_MS = HOUR_MS;

export interface FailedAttempt {
  /** Includes the present attempt. */
  readonly attempts: number;
  /** The same message to the same address would fail again. */
  readonly isPermanent: boolean;
  /** How long the receiver asked us to wait. */
  readonly retryAfterMs: number | null;
}

export type NextAttempt = { readonly kind: 'again'; readonly at: Date } | { readonly kind: 'give-up' };

/** `random` is at least 0 and below 1. Delays vary by a tenth, which spreads alerts that failed together. */
export function nextAttempt(
  { attempts, isPermanent, retryAfterMs }: FailedAttempt,
  now: Date,
  random: number,
): NextAttempt {
  const delayMs = DELAYS_MS[attempts - 1];
  if (isPermanent || delayMs === undefined) return { kind: 'give-up' };
  const spreadMs = delayMs * (1 + SPREAD * (2 * random - 1));
  const wishMs = Math.min(retryAfterMs ?? 0, LONGEST_WISH_MS);
  return { kind: 'again', at: new Date(now.getTime() + Math.round(Math.max(spreadMs, wishMs))) };
}

// Decides when an alert that could not be sent is tried again, and when it is given up.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After each failed attempt. They end after some five hours: by then nobody is helped by the news. */
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
  /** This one included. */
  readonly attempts: number;
  /** The same message to the same address would fail again. */
  readonly isPermanent: boolean;
  /** How long the receiver asked us to stay away. */
  readonly retryAfterMs: number | null;
}

export type NextAttempt = { readonly kind: 'again'; readonly at: Date } | { readonly kind: 'give-up' };

/** `random` is from 0 up to and not including 1; delays vary by a tenth, so that failed alerts do not return as one. */
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

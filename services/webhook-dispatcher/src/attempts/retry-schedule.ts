// Decides when a delivery is attempted again after a failure, also when the receiver asks us to wait, and when it is
// given up.

const DELAYS_AFTER_ATTEMPT_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const;
const JITTER = 0.1;
const LONGEST_WAIT_MS = 3_600_000;
const STATUSES_THAT_ASK: ReadonlySet<number> = new Set([429, 503]);

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
export function nextAttemptAt({ number, endedAt, retryAfterMs: askedMs, random }: FailedAttempt): Date | null {
  const delaySeconds = DELAYS_AFTER_ATTEMPT_SECONDS[number - 1];
  if (delaySeconds === undefined) return null;
  const delayMs = delaySeconds * 1_000 * (1 - JITTER + 2 * JITTER * random);
  return new Date(endedAt.getTime() + Math.round(Math.max(delayMs, askedMs ?? 0)));
}

/**
 * How long the receiver asks us to wait in `Retry-After`. Milliseconds from `now`, at most an hour; null if it does
 * not ask, or the header is unreadable.
 */
export function retryAfterMs(status: number, header: string | undefined, now: Date): number | null {
  if (!STATUSES_THAT_ASK.has(status) || header === undefined) return null;
  const text = header.trim();
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : httpDate(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/** `Wed, 21 Oct 2026 07:28:00 GMT`. Date.parse alone would accept nearly any text. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

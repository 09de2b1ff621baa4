// Decides how long to wait before a failed request is sent again.

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** Clients that were refused together do not come back in the same moment. */
const LONGEST_SPREAD_MS = 1_000;

export interface RetryMoment {
  /** How often the request was sent again already. */
  readonly retried: number;
  /** What the server asked for; null: nothing. */
  readonly askedMs: number | null;
  /** From 0 to below 1. */
  readonly random: number;
}

/** Never less than the server asked for; otherwise between half and all of a time that doubles up to 8 s. */
export function retryDelayMs({ retried, askedMs, random }: RetryMoment): number {
  const backoffMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** retried);
  if (askedMs === null) return backoffMs * (0.5 + random / 2);
  return askedMs + random * Math.min(LONGEST_SPREAD_MS, backoffMs);
}

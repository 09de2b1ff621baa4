// Decides how long a loop pauses before it looks for due work again.

export interface PauseLimits {
  /** Work that becomes due within this time is done together. It is also the pause before overdue work is tried again. */
  readonly shortestMs: number;
  /** The longest delay of work that became due without waking this replica, such as work of a dead replica. */
  readonly longestMs: number;
}

/** `nextAt`: when the next piece of work is due; null if none is planned. */
export function pauseUntilDue(nextAt: Date | null, now: Date, { shortestMs, longestMs }: PauseLimits): number {
  const untilNextMs = nextAt === null ? longestMs : nextAt.getTime() - now.getTime();
  return Math.min(Math.max(untilNextMs, shortestMs), longestMs);
}

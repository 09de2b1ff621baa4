// Decides how fast an endpoint is sent to, from how it has answered lately.

export type Lane = 'swift' | 'troubled';

export interface Pace {
  /** Troubled endpoints share half of a replica's slots. */
  readonly lane: Lane;
  /** Attempts in flight at most. */
  readonly atOnce: number;
  /** Deliveries taken before there is a slot for them: sent without a pause, and with fewer statements. */
  readonly ahead: number;
}

export interface Lately {
  /** Nothing but failures, be it since a moment ago. */
  readonly isFailing: boolean;
  /** What its last attempt took; null before the first. */
  readonly lastDurationMs: number | null;
}

const QUICK_MS = 250;
/** Twice what is in flight lasts for the round trip of the next statement. */
const AHEAD = 2;
/** Attempts that take longer hold slots that others could use many times over. */
const SLOW_MS = 1_000;
/** One that fails at once would otherwise be hammered as fast as we can: that helps nobody and costs everybody. */
const AT_ONCE_WHILE_REFUSING = 2;

export function sendingPace({ isFailing, lastDurationMs }: Lately, concurrency: number): Pace {
  const isQuick = lastDurationMs !== null && lastDurationMs <= QUICK_MS;
  const isSlow = lastDurationMs !== null && lastDurationMs > SLOW_MS;
  if (isFailing && isQuick) {
    return { lane: 'troubled', atOnce: Math.min(AT_ONCE_WHILE_REFUSING, concurrency), ahead: 0 };
  }
  if (isFailing || isSlow) return { lane: 'troubled', atOnce: concurrency, ahead: 0 };
  return { lane: 'swift', atOnce: concurrency, ahead: isQuick ? AHEAD * concurrency : 0 };
}

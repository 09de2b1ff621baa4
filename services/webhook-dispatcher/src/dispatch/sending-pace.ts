// Decides how fast an endpoint is sent to, from how it has answered lately.

export type Lane = 'swift' | 'troubled';

export interface Pace {
  /** Troubled endpoints share half of a replica's slots. */
  readonly lane: Lane;
  /** Attempts in flight at most. */
  readonly atOnce: number;
  /** Deliveries taken before there is a slot for them: sent without a pause, and with fewer statements. */
  readonly ahead: number;
  /** How long the place of an attempt stays taken once it is over. */
  readonly pauseMs: number;
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
/** One that fails at once would otherwise be hammered as fast as we can, about 100 times a second it is instead. */
const AT_ONCE_WHILE_REFUSING = 2;
const PAUSE_WHILE_REFUSING_MS = 20;

export function sendingPace({ isFailing, lastDurationMs }: Lately, concurrency: number): Pace {
  const isQuick = lastDurationMs !== null && lastDurationMs <= QUICK_MS;
  const isSlow = lastDurationMs !== null && lastDurationMs > SLOW_MS;
  if (isFailing && isQuick) {
    const atOnce = Math.min(AT_ONCE_WHILE_REFUSING, concurrency);
    return { lane: 'troubled', atOnce, ahead: 0, pauseMs: PAUSE_WHILE_REFUSING_MS };
  }
  if (isFailing || isSlow) return { lane: 'troubled', atOnce: concurrency, ahead: 0, pauseMs: 0 };
  return { lane: 'swift', atOnce: concurrency, ahead: isQuick ? AHEAD * concurrency : 0, pauseMs: 0 };
}

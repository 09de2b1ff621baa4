// Decides how fast deliveries are sent to an endpoint, from its latest answers, and how many places its lane has.

export type Lane = 'swift' | 'troubled';

export interface Pace {
  readonly lane: Lane;
  /** The most attempts in flight. */
  readonly atOnce: number;
  /** Deliveries to take before they have a place, which avoids pauses and needs fewer statements. */
  readonly ahead: number;
  /** How long an ended attempt keeps its place. */
  readonly pauseMs: number;
}

export interface Lately {
  /** True if the endpoint has only failed since its last success, however short that time is. */
  readonly isFailing: boolean;
  /** The duration of the last attempt; null before the first. */
  readonly lastDurationMs: number | null;
}

const QUICK_MS = 250;
/** Twice the attempts in flight are enough for the round trip of the next statement. */
const AHEAD = 2;
/** A slower attempt holds a place that other endpoints could use many times over. */
const SLOW_MS = 1_000;
/** Limits an endpoint that fails quickly to about 100 attempts a second; otherwise they would follow at full speed. */
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

/** Swift endpoints may use all places of a replica, so that failing or slow ones never hold more than half of them. */
export function freePlaces(lane: Lane, used: Readonly<Record<Lane, number>>, total: number): number {
  const free = total - used.swift - used.troubled;
  const ofTroubled = Math.max(1, Math.floor(total / 2)) - used.troubled;
  return lane === 'swift' ? free : Math.min(free, ofTroubled);
}

// Decides how long a worker looks for another worker that confirms its failure, and when it may believe that it is alone.

import { PRESENCE_MS, type CheckLane } from '@vedette/contract';

/** A search in which no other worker can be asked at this moment. */
export interface Search {
  readonly lane: CheckLane;
  readonly elapsedMs: number;
  /** How long announcements have been heard without a gap; null while NATS is away. */
  readonly listenedMs: number | null;
  /** The other workers that are alive and trust their network. */
  readonly trusted: number;
  /** One of them has left a question unanswered, and has not announced itself since. */
  readonly isOneAwaited: boolean;
  /** Questions without an answer on the present connection to NATS. */
  readonly unanswered: number;
}

export type SearchStep =
  | 'WAIT'
  /** There is no other worker. */
  | 'ALONE'
  /** Other workers are there, and none takes the failure on. */
  | 'BUSY'
  /** It cannot be known whether other workers are there. */
  | 'UNKNOWN';

/**
 * Other workers have this long to make room for a failure. The time is shorter for slow failures: they hold places for
 * long, so a full worker stays full.
 */
const FIND_ROOM_MS: Readonly<Record<CheckLane, number>> = { FAST: 2_000, SLOW: 500 };
const LEARN_PEERS_MS = 10_000;
/** A worker that announces itself and never answers must not hide an outage. */
export const MOST_UNANSWERED = 3;

export function nextInSearch(search: Search): SearchStep {
  const { lane, elapsedMs, listenedMs, trusted, isOneAwaited, unanswered } = search;
  if (!knowsOthers(listenedMs) && (listenedMs === null || trusted === 0)) {
    return elapsedMs < LEARN_PEERS_MS ? 'WAIT' : 'UNKNOWN';
  }
  if (trusted === 0) return 'ALONE';
  if (unanswered >= MOST_UNANSWERED) return 'BUSY';
  // It announces itself again, or is no longer alive, within PRESENCE_MS.
  if (isOneAwaited) return 'WAIT';
  return elapsedMs < FIND_ROOM_MS[lane] ? 'WAIT' : 'BUSY';
}

/** Whoever is alive has announced itself in this time. A worker that has just connected knows nobody. */
export function knowsOthers(listenedMs: number | null): boolean {
  return listenedMs !== null && listenedMs >= PRESENCE_MS;
}

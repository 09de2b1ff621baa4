// Decides how many due checks of a lane are handed out now: as many as keep a small buffer before the workers. The other
// due checks wait in the table, where organizations take turns, instead of in a queue that keeps their order.

import type { CheckLane, Places } from '@vedette/contract';

/** A worker begins this many fast checks in about 150 ms; the scheduler looks again every 50 ms. */
const MAX_FAST_BUFFER = 400;
/**
 * A worker without a free place begins this many checks in about 250 ms, since each running one becomes slow or ends
 * within 2 s.
 */
const MIN_FAST_BUFFER = 100;
/** Slow checks hold their places for seconds, so a worker without a free place needs only a few jobs in advance. */
const MIN_SLOW_BUFFER = 2;

/** `pending`: jobs that were handed out and that no worker has taken yet. */
export function jobsToHandOut(lane: CheckLane, workers: readonly Places[], pending: number): number {
  const buffer = workers.reduce((sum, places) => sum + bufferOf(lane, places), 0);
  const room = buffer - pending;
  // Waits until a quarter of the buffer is free, because every claim costs a transaction.
  return room > 0 && room * 4 >= buffer ? room : 0;
}

function bufferOf(lane: CheckLane, { total, free }: Places): number {
  switch (lane) {
    case 'FAST':
      return Math.min(total, Math.max(free, MIN_FAST_BUFFER), MAX_FAST_BUFFER);
    case 'SLOW':
      // Below zero: checks that became slow hold more than the slow lane's share, and the worker pulls no slow jobs.
      return free < 0 ? 0 : Math.min(total, Math.max(free, MIN_SLOW_BUFFER));
  }
}

// Decides how long the schedule of a lane pauses before it looks for due checks again.

import type { CheckLane } from '@vedette/contract';

/** Checks that become due within this time are handed out together. */
const SHORTEST_MS: Readonly<Record<CheckLane, number>> = { FAST: 50, SLOW: 100 };
/** How late a check is found at most that became due without waking this replica, such as a check of a dead replica. */
const LONGEST_MS = 250;

/** `nextAt`: when the next check is due; null if none is planned. */
export function pauseBeforeLook(lane: CheckLane, nextAt: Date | null, now: Date): number {
  const untilNextMs = nextAt === null ? LONGEST_MS : nextAt.getTime() - now.getTime();
  return Math.min(Math.max(untilNextMs, SHORTEST_MS[lane]), LONGEST_MS);
}

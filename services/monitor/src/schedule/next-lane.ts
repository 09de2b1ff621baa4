// Decides in which lane the next check of a monitor runs, by the time that the last check took.

import { laneOf, type CheckLane, type CheckOutcome } from '@vedette/contract';

/** A monitor that is new, resumed or has a new target is expected to be fast. */
export const NEW_LANE: CheckLane = 'FAST';

/** A check without an attempt keeps the lane. One that could not judge its target counts, because it held a place. */
export function nextLane(lane: CheckLane, { pace }: CheckOutcome): CheckLane {
  return pace === null ? lane : laneOf(pace);
}

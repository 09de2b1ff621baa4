// Decides in which lane the next check of a monitor runs: by what the last one took.

import { laneOf, type CheckLane, type CheckOutcome } from '@vedette/contract';

/** A new monitor, one that is resumed and one that is pointed elsewhere are expected to be fast. */
export const NEW_LANE: CheckLane = 'FAST';

/** A check without an attempt says nothing. One that could not judge its target has held a place all the same. */
export function nextLane(lane: CheckLane, { pace }: CheckOutcome): CheckLane {
  return pace === null ? lane : laneOf(pace);
}

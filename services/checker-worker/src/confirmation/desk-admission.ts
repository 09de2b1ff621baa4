// Decides whether a worker takes on the failure of another one: by its free places, and by what its organization has.

import type { CheckLane } from '@vedette/contract';
import type { DividedPlaces } from '../places/capacity.ts';

/** Confirmations that run, by lane and for the organization that asks. */
export interface DeskLoad {
  readonly running: Readonly<Record<CheckLane, number>>;
  /** Of this organization, in this lane. */
  readonly own: number;
}

export type DeskPlaces = Pick<DividedPlaces, 'confirmations' | 'slowConfirmations'>;

/** Slow ones have their share of the places; the others never wait for them, since it is theirs alone. */
export function deskPlaces(lane: CheckLane, { confirmations, slowConfirmations }: DeskPlaces): number {
  return lane === 'SLOW' ? slowConfirmations : Math.max(1, confirmations - slowConfirmations);
}

/**
 * An organization may have as many places as are free besides: alone it has half, with another one a third, and whoever
 * comes next still finds one. What is refused is confirmed by the worker that asks, so that nothing is lost.
 */
export function admit(lane: CheckLane, load: DeskLoad, places: DeskPlaces): 'ACCEPT' | 'FULL' | 'SHARE' {
  const free = deskPlaces(lane, places) - load.running[lane];
  if (free <= 0) return 'FULL';
  return load.own < free ? 'ACCEPT' : 'SHARE';
}

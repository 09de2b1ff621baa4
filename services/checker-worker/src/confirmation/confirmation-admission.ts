// Decides whether a worker confirms another worker's failure: by its free places, and by those the organization holds.

import type { CheckLane } from '@vedette/contract';
import type { DividedPlaces } from '../places/capacity.ts';

/** Running confirmations, by lane and for the organization of the failure. */
export interface ConfirmationLoad {
  readonly running: Readonly<Record<CheckLane, number>>;
  /** Running confirmations of this organization in this lane. */
  readonly own: number;
}

export type ConfirmationPlaces = Pick<DividedPlaces, 'confirmations' | 'slowConfirmations'>;

/** Slow confirmations have their own places; fast ones have the rest and never wait for slow ones. */
export function confirmationPlaces(lane: CheckLane, { confirmations, slowConfirmations }: ConfirmationPlaces): number {
  return lane === 'SLOW' ? slowConfirmations : Math.max(1, confirmations - slowConfirmations);
}

/**
 * An organization may hold at most as many places as stay free: half when it is alone, a third each for two. The next
 * organization still finds a place. A refused failure is confirmed by the worker that asked, so nothing is lost.
 */
export function admit(
  lane: CheckLane,
  load: ConfirmationLoad,
  places: ConfirmationPlaces,
): 'ACCEPT' | 'FULL' | 'SHARE' {
  const free = confirmationPlaces(lane, places) - load.running[lane];
  if (free <= 0) return 'FULL';
  return load.own < free ? 'ACCEPT' : 'SHARE';
}

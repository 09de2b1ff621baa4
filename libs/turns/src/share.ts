// Decides how many places one organization may hold at a time, and how long it pauses between two requests.

export interface ShareOptions {
  readonly places: number;
  /** Number of places that organizations divide when more than one has work: as few as keep the processor busy. */
  readonly contendedPlaces: number;
}

export interface Use {
  /** Number of organizations with work in the last second. */
  readonly active: number;
  /** How long this organization has held places in the last second, summed over its places. */
  readonly heldMs: number;
}

/** The smallest share of an organization without much work, however many organizations there are. */
const LEAST = 2;
/** An organization that has held places for longer than this in the last second has more than a burst of work. */
const MUCH_MS = 250;
/** A request that took longer has mostly waited for a store, and meanwhile left the processor to others. */
const LONGEST_PAUSE_MS = 10;

/** An organization that is alone may hold all places. Beside others, one with much work holds a single place. */
export function shareOf({ active, heldMs }: Use, { places, contendedPlaces }: ShareOptions): number {
  if (active <= 1) return places;
  if (heldMs > MUCH_MS) return 1;
  return Math.min(places, Math.max(LEAST, Math.floor(contendedPlaces / active)));
}

/**
 * How long an organization keeps its place after a request that took `tookMs`, if its next request already waits. Beside
 * others, one with much work pauses for as long as it works, so that half of the time the others have the service alone.
 */
export function pauseAfter(tookMs: number, { active, heldMs }: Use): number {
  return active <= 1 || heldMs <= MUCH_MS ? 0 : Math.min(tookMs, LONGEST_PAUSE_MS);
}

// Decides how many places one organization may hold at a time.

export interface ShareOptions {
  readonly places: number;
  /** What organizations divide as soon as there is more than one: as few as keep the processor busy. */
  readonly contendedPlaces: number;
}

export interface Use {
  /** Organizations with work in the last second. */
  readonly active: number;
  /** How long this one has held places in the last second, all of its places together. */
  readonly heldMs: number;
}

/** However many organizations there are, each holds this many. */
const LEAST = 2;
/** One that has held places for longer than this in the last second has more than a burst of work. */
const MUCH_MS = 250;

/** An organization that is alone may hold all. Beside others, one with much work does it one by one. */
export function shareOf({ active, heldMs }: Use, { places, contendedPlaces }: ShareOptions): number {
  if (active <= 1) return places;
  if (heldMs > MUCH_MS) return 1;
  return Math.min(places, Math.max(LEAST, Math.floor(contendedPlaces / active)));
}

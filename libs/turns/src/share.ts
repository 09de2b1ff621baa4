// Decides how many places one organization may hold at a time.

export interface ShareOptions {
  readonly places: number;
  /** What organizations divide as soon as there is more than one: as few as keep the processor busy. */
  readonly contendedPlaces: number;
}

/** However many organizations there are, each holds this many. */
const LEAST = 2;

/** An organization that is alone may hold all. `active`: organizations with work in the last second. */
export function shareOf(active: number, { places, contendedPlaces }: ShareOptions): number {
  if (active <= 1) return places;
  return Math.min(places, Math.max(LEAST, Math.floor(contendedPlaces / active)));
}

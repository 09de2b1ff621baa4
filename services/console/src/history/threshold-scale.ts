// Decides which threshold a place of the slider means: fine steps for fast targets, coarse ones for slow ones.

/** As the contract allows them. */
const LEAST_MS = 10;
const MOST_MS = 60_000;
/** The places of the slider, from 0 on. */
export const PLACES = 90;

/** Two significant digits, so that people see round numbers. */
export function thresholdAt(place: number): number {
  const exact = LEAST_MS * (MOST_MS / LEAST_MS) ** (place / PLACES);
  const unit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.min(MOST_MS, Math.max(LEAST_MS, Math.round(exact / unit) * unit));
}

export function placeOf(thresholdMs: number): number {
  const inside = Math.min(MOST_MS, Math.max(LEAST_MS, thresholdMs));
  return Math.round((Math.log(inside / LEAST_MS) / Math.log(MOST_MS / LEAST_MS)) * PLACES);
}

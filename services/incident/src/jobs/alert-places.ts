// Decides how many alerts of one organization a channel sends at the same time.

/** Half of the places, so that silent or slow contacts of one organization never keep those of another waiting. */
export function organizationShare(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}

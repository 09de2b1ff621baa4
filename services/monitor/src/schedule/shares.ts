// Decides how many checks each organization may start when more are due than there are places. Places are shared, not
// checks: the organization with the fewest places comes first, so 3-second checks do not wait for 60-second ones.

export interface Claimant {
  readonly organizationId: string;
  /** Places that the organization's checks already hold. */
  readonly places: number;
}

/**
 * Max-min fairness: an organization gets another place only if no other waiting organization has fewer. Equal ones are
 * served in the given order. An organization that is alone gets all places; one that gets none is left out.
 */
export function sharesOf(claimants: readonly Claimant[], room: number): Map<string, number> {
  const shares = new Map<string, number>();
  if (claimants.length === 0 || room <= 0) return shares;
  const level = levelFor(claimants, room);
  let left = room;
  for (const { organizationId, places } of claimants) {
    const share = Math.max(0, level - places);
    if (share > 0) shares.set(organizationId, share);
    left -= share;
  }
  for (const { organizationId, places } of claimants) {
    if (left === 0) break;
    if (places > level) continue;
    shares.set(organizationId, (shares.get(organizationId) ?? 0) + 1);
    left -= 1;
  }
  return shares;
}

/**
 * The organization after which the next turns start: the last one that got a place. Among equals the first ones are
 * served, so organizations that got no place now come first next time.
 */
export function nextTurnBehind(claimants: readonly Claimant[], shares: ReadonlyMap<string, number>): string {
  return claimants.findLast(({ organizationId }) => shares.has(organizationId))?.organizationId ?? '';
}

/** The highest number of places to which all organizations with fewer places can be filled up. */
function levelFor(claimants: readonly Claimant[], room: number): number {
  const heights = claimants.map(({ places }) => places).toSorted((one, other) => one - other);
  let sum = 0;
  let level = 0;
  for (const [i, height] of heights.entries()) {
    // The organizations below can be filled up to this height only if there is enough room.
    if (height * i - sum > room) break;
    sum += height;
    level = Math.floor((room + sum) / (i + 1));
  }
  return level;
}

// Decides how many checks each organization may start now, when more are due than there are places. Places are shared, not
// checks: who holds the fewest comes first, so that a check of three seconds does not wait for those of sixty.

export interface Claimant {
  readonly organizationId: string;
  /** Places that its checks hold already. */
  readonly places: number;
}

/**
 * Fills up from below: nobody gets a place as long as somebody else has fewer (max-min fairness). Equals get theirs in the
 * order in which they come. An organization that is alone gets everything; one that gets nothing is left out.
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
 * The organization behind which the next turns begin: the last one that got a place. Among equals the first ones get theirs,
 * so that those who got none now are the first ones next time.
 */
export function nextTurnBehind(claimants: readonly Claimant[], shares: ReadonlyMap<string, number>): string {
  return claimants.findLast(({ organizationId }) => shares.has(organizationId))?.organizationId ?? '';
}

/** The highest number of places to which all that have fewer can be filled up. */
function levelFor(claimants: readonly Claimant[], room: number): number {
  const heights = claimants.map(({ places }) => places).toSorted((one, other) => one - other);
  let sum = 0;
  let level = 0;
  for (const [i, height] of heights.entries()) {
    // All that are lower stand at this height now, if the room is enough for that.
    if (height * i - sum > room) break;
    sum += height;
    level = Math.floor((room + sum) / (i + 1));
  }
  return level;
}

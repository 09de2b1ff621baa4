// Decides how many due alerts of each organization a channel sends now: organizations take turns, and one of them never has
// more than half of the places.
import type { ContactType } from '@vedette/contract';

/** The places of a channel. */
export interface LanePlaces {
  readonly channel: ContactType;
  readonly free: number;
  /** The most places that one organization may take. */
  readonly share: number;
  /** How many places organizations have taken. */
  readonly taken: ReadonlyMap<string, number>;
}

/** An organization with alerts to a channel that are due now, each to another contact. */
export interface Claimant {
  readonly channel: ContactType;
  readonly organizationId: string;
  readonly due: number;
  readonly oldestAt: Date;
}

export interface Share {
  readonly channel: ContactType;
  readonly organizationId: string;
  readonly alerts: number;
}

export interface Shares {
  readonly shares: readonly Share[];
  /** Since when an alert has been due that gets no place although its organization could take one; null if none has. */
  readonly placelessSince: Date | null;
}

/** Half of the places, so that silent or slow contacts of one organization never keep those of another waiting. */
export function organizationShare(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}

/** The organizations that can take no more places, by channel: their alerts need not be looked at. */
export function fullOrganizations(lanes: readonly LanePlaces[]): Pick<Share, 'channel' | 'organizationId'>[] {
  return lanes.flatMap(({ channel, share, taken }) =>
    [...taken].flatMap(([organizationId, count]) => (count < share ? [] : [{ channel, organizationId }])),
  );
}

/** In each turn, every organization gets one place, the one that has waited longest first. */
export function sharesOf(lanes: readonly LanePlaces[], claimants: readonly Claimant[]): Shares {
  const each = lanes.map((lane) => sharesOfLane(lane, claimants));
  const since = each.flatMap(({ placelessSince }) => placelessSince?.getTime() ?? []);
  return {
    shares: each.flatMap(({ shares }) => shares),
    placelessSince: since.length === 0 ? null : new Date(Math.min(...since)),
  };
}

function sharesOfLane({ channel, free, share, taken }: LanePlaces, claimants: readonly Claimant[]): Shares {
  const waiting = claimants
    .filter((claimant) => claimant.channel === channel)
    .toSorted((one, other) => one.oldestAt.getTime() - other.oldestAt.getTime())
    .map(({ organizationId, due, oldestAt }) => {
      return { organizationId, oldestAt, most: Math.min(due, share - (taken.get(organizationId) ?? 0)), alerts: 0 };
    });
  let left = free;
  for (let turn = 1; left > 0 && waiting.some(({ most }) => turn <= most); turn += 1) {
    for (const claimant of waiting) {
      if (left === 0 || claimant.most < turn) continue;
      claimant.alerts += 1;
      left -= 1;
    }
  }
  return {
    shares: waiting.flatMap(({ organizationId, alerts }) =>
      alerts === 0 ? [] : [{ channel, organizationId, alerts }],
    ),
    placelessSince: waiting.find(({ alerts, most }) => alerts < most)?.oldestAt ?? null,
  };
}

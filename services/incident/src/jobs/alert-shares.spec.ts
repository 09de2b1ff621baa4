import { describe, expect, it } from '@jest/globals';
import { fullOrganizations, organizationShare, sharesOf, type Claimant, type LanePlaces } from './alert-shares.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 15, 10) + seconds * 1_000);

const lane = (free: number, taken: Record<string, number> = {}): LanePlaces => {
  return { channel: 'SLACK', free, share: 4, taken: new Map(Object.entries(taken)) };
};
const waiting = (organizationId: string, due: number, since = 0): Claimant => {
  return { channel: 'SLACK', organizationId, due, oldestAt: at(since) };
};

describe('one organization takes at most half of the places of a channel', () => {
  it.each([
    { places: 50, share: 25 },
    { places: 5, share: 2 },
    { places: 2, share: 1 },
    { places: 1, share: 1 },
  ])('$places', ({ places, share }) => {
    expect(organizationShare(places)).toBe(share);
  });

  it('is not asked for alerts while it has them all', () => {
    const full = [{ channel: 'SLACK', organizationId: 'b' }];
    expect(fullOrganizations([lane(1, { a: 3, b: 4 }), { ...lane(8), channel: 'NTFY' }])).toEqual(full);
  });
});

describe('the free places of a channel', () => {
  interface Case {
    readonly name: string;
    readonly lane: LanePlaces;
    readonly claimants: readonly Claimant[];
    readonly shares: Record<string, number>;
    /** In seconds. */
    readonly placelessSince: number | null;
  }

  it.each<Case>([
    { name: 'nobody waits', lane: lane(8), claimants: [], shares: {}, placelessSince: null },
    {
      name: 'an organization has fewer due alerts than it may send',
      lane: lane(8),
      claimants: [waiting('a', 3)],
      shares: { a: 3 },
      placelessSince: null,
    },
    {
      name: 'an organization that is alone leaves half of the places to others',
      lane: lane(8),
      claimants: [waiting('a', 100)],
      shares: { a: 4 },
      placelessSince: null,
    },
    {
      name: 'the alerts that an organization has under way count',
      lane: lane(5, { a: 3 }),
      claimants: [waiting('a', 100)],
      shares: { a: 1 },
      placelessSince: null,
    },
    {
      name: 'an organization that has its share gets none, although places are free',
      lane: lane(4, { a: 4 }),
      claimants: [waiting('a', 100)],
      shares: {},
      placelessSince: null,
    },
    {
      name: 'two organizations take turns',
      lane: lane(4),
      claimants: [waiting('a', 100), waiting('b', 100, 30)],
      shares: { a: 2, b: 2 },
      placelessSince: 0,
    },
    {
      name: 'the organization that has waited longest gets the odd place',
      lane: lane(3),
      claimants: [waiting('a', 100, 30), waiting('b', 100)],
      shares: { a: 1, b: 2 },
      placelessSince: 0,
    },
    {
      name: 'what one does not need another one gets',
      lane: lane(5),
      claimants: [waiting('a', 1), waiting('b', 4, 5)],
      shares: { a: 1, b: 4 },
      placelessSince: null,
    },
    {
      name: 'with more organizations than places, those that have waited longest come first',
      lane: lane(2),
      claimants: [waiting('a', 1, 20), waiting('b', 1, 10), waiting('c', 9, 5)],
      shares: { c: 1, b: 1 },
      placelessSince: 5,
    },
    {
      name: 'no place is free',
      lane: lane(0, { a: 4, b: 4 }),
      claimants: [waiting('c', 1, 7)],
      shares: {},
      placelessSince: 7,
    },
  ])('if $name', ({ lane: places, claimants, shares, placelessSince }) => {
    const found = sharesOf([places], claimants);
    expect(Object.fromEntries(found.shares.map((share) => [share.organizationId, share.alerts]))).toEqual(shares);
    expect(found.placelessSince).toEqual(placelessSince === null ? null : at(placelessSince));
  });

  it('are not for alerts to another channel', () => {
    const email: LanePlaces = { channel: 'EMAIL', free: 0, share: 2, taken: new Map() };
    const claimants = [waiting('a', 1, 9), { ...waiting('a', 1, 4), channel: 'EMAIL' } as const];
    expect(sharesOf([lane(8), email], claimants)).toEqual({
      shares: [{ channel: 'SLACK', organizationId: 'a', alerts: 1 }],
      placelessSince: at(4),
    });
  });
});

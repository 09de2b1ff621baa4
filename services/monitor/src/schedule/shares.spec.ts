import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextTurnBehind, sharesOf, type Claimant } from './shares.ts';

const claimants = (places: Readonly<Record<string, number>>): Claimant[] =>
  Object.entries(places).map(([organizationId, held]) => ({ organizationId, places: held }));

describe('sharesOf', () => {
  it.each<[string, Record<string, number>, number, Record<string, number>]>([
    ['nobody', {}, 10, {}],
    ['no room', { a: 0 }, 0, {}],
    ['less than no room', { a: 0 }, -1, {}],
    ['one that is alone', { a: 7 }, 100, { a: 100 }],
    ['two equals', { a: 0, b: 0 }, 10, { a: 5, b: 5 }],
    ['a remainder, to those who come first', { a: 0, b: 0, c: 0 }, 5, { a: 2, b: 2, c: 1 }],
    ['more organizations than room: the first ones', { a: 0, b: 0, c: 0 }, 2, { a: 1, b: 1 }],
    ['one with everything and one with nothing', { a: 266, b: 0 }, 2, { b: 2 }],
    ['one that catches up, then both', { a: 3, b: 0 }, 5, { a: 1, b: 4 }],
    ['one that cannot catch up', { a: 300, b: 100, c: 0 }, 50, { c: 50 }],
    ['several steps', { a: 10, b: 4, c: 0 }, 12, { b: 4, c: 8 }],
    ['a remainder only among the lowest', { a: 10, b: 1, c: 1 }, 3, { b: 2, c: 1 }],
  ])('%s', (_name, places, room, expected) => {
    expect(Object.fromEntries(sharesOf(claimants(places), room))).toEqual(expected);
  });

  it('gives all the room away, and nobody a place while another has two fewer', () => {
    const held = fc.array(fc.nat(50), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(held, fc.integer({ min: 1, max: 500 }), (places, room) => {
        const all = places.map((each, i) => ({ organizationId: String(i), places: each }));
        const shares = sharesOf(all, room);
        expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(room);
        const after = all.map(({ organizationId, places: before }) => before + (shares.get(organizationId) ?? 0));
        const lowest = Math.min(...after);
        for (const { organizationId, places: before } of all) {
          const share = shares.get(organizationId) ?? 0;
          if (share > 0) expect(before + share).toBeLessThanOrEqual(lowest + 1);
        }
      }),
    );
  });
});

describe('nextTurnBehind', () => {
  it.each<[string, Record<string, number>, number, string]>([
    ['nobody', {}, 3, ''],
    ['all', { a: 0, b: 0 }, 4, 'b'],
    ['the first ones', { a: 0, b: 0, c: 0 }, 2, 'b'],
    ['the only one that got a place', { a: 5, b: 0, c: 5 }, 2, 'b'],
  ])('%s', (_name, places, room, behind) => {
    const all = claimants(places);
    expect(nextTurnBehind(all, sharesOf(all, room))).toBe(behind);
  });

  it('lets everybody have a turn before anybody has the next', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const served: string[] = [];
    let behind = '';
    for (let claim = 0; claim < 5; claim += 1) {
      const at = behind;
      const inOrder = [...ids.filter((id) => id > at), ...ids.filter((id) => id <= at)];
      const all = inOrder.map((organizationId) => ({ organizationId, places: 0 }));
      const shares = sharesOf(all, 2);
      served.push(...shares.keys());
      behind = nextTurnBehind(all, shares);
    }
    expect(served).toEqual(['a', 'b', 'c', 'd', 'e', 'a', 'b', 'c', 'd', 'e']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { checkToCut, largestHolders } from './held-places.ts';

describe('largestHolders', () => {
  it.each<[string, string[], number, [string, number][]]>([
    ['nobody', [], 3, []],
    ['one', ['a', 'a'], 3, [['a', 2]]],
    [
      'the largest first',
      ['a', 'b', 'b', 'c', 'b', 'c'],
      2,
      [
        ['b', 3],
        ['c', 2],
      ],
    ],
  ])('%s', (_name, ids, limit, expected) => {
    expect(largestHolders(ids, limit).map(({ organizationId, places }) => [organizationId, places])).toEqual(expected);
  });
});

describe('checkToCut', () => {
  const check = (name: string) => ({ name, organizationId: name.slice(0, 1) });
  it.each<[string, string[], string | undefined]>([
    ['nothing to cut', [], undefined],
    ['the only one', ['a1'], 'a1'],
    ['the newest of the largest', ['a1', 'b1', 'a2', 'b2', 'a3', 'c1'], 'a3'],
  ])('%s', (_name, names, cut) => {
    expect(checkToCut(names.map(check))?.name).toBe(cut);
  });
});

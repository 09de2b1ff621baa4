import { describe, expect, it } from '@jest/globals';
import { shareOf } from './share.ts';

describe('the share of an organization', () => {
  it.each([
    ['is everything when nobody has work', 0, 200, 8, 200],
    ['is everything for one that is alone', 1, 200, 8, 200],
    ['is half of what keeps the processor busy for one of two', 2, 200, 8, 4],
    ['is a part without a rest', 3, 200, 8, 2],
    ['is never less than two', 100, 200, 8, 2],
    ['is never more than there are places', 2, 3, 8, 3],
  ])('%s', (_name, active, places, contendedPlaces, share) => {
    expect(shareOf(active, { places, contendedPlaces })).toBe(share);
  });
});

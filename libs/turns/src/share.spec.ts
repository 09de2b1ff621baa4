import { describe, expect, it } from '@jest/globals';
import { pauseAfter, shareOf } from './share.ts';

describe('the share of an organization', () => {
  it.each([
    ['is everything when nobody has work', 0, 0, 200, 8, 200],
    ['is everything for one that is alone', 1, 0, 200, 8, 200],
    ['is everything for one that is alone with much work', 1, 5_000, 200, 8, 200],
    ['is half of what keeps the processor busy for one of two', 2, 0, 200, 8, 4],
    ['is a part without a rest', 3, 0, 200, 8, 2],
    ['is never less than two for a burst', 100, 250, 200, 8, 2],
    ['is one for much work beside others', 2, 251, 200, 8, 1],
    ['is never more than there are places', 2, 0, 3, 8, 3],
  ])('%s', (_name, active, heldMs, places, contendedPlaces, share) => {
    expect(shareOf({ active, heldMs }, { places, contendedPlaces })).toBe(share);
  });
});

describe('the pause of an organization after a request', () => {
  it.each([
    ['is none for an organization that is alone', 5, 1, 5_000, 0],
    ['is none after a burst', 5, 2, 250, 0],
    ['is as long as the request beside others', 5, 2, 251, 5],
    ['is ten milliseconds after a long request', 300, 2, 5_000, 10],
  ])('%s', (_name, tookMs, active, heldMs, pauseMs) => {
    expect(pauseAfter(tookMs, { active, heldMs })).toBe(pauseMs);
  });
});

import { describe, expect, it } from '@jest/globals';
import { placeOf, PLACES, thresholdAt } from './threshold-scale.ts';

describe('the slider of thresholds', () => {
  it.each([
    { place: 0, threshold: 10 },
    { place: PLACES / 2, threshold: 770 },
    { place: PLACES, threshold: 60_000 },
  ])('is $threshold ms at place $place', ({ place, threshold }) => {
    expect(thresholdAt(place)).toBe(threshold);
  });

  it('rises with every place, and comes back to the same place', () => {
    for (let place = 1; place <= PLACES; place += 1) {
      expect(thresholdAt(place)).toBeGreaterThan(thresholdAt(place - 1));
      expect(placeOf(thresholdAt(place))).toBe(place);
    }
  });

  it.each([
    { threshold: 1, place: 0 },
    { threshold: 10, place: 0 },
    { threshold: 1_000_000, place: PLACES },
  ])('shows $threshold ms at place $place', ({ threshold, place }) => {
    expect(placeOf(threshold)).toBe(place);
  });
});

import { describe, expect, it } from '@jest/globals';
import { organizationShare } from './alert-places.ts';

describe('one organization takes at most half of the places of a channel', () => {
  it.each([
    { places: 50, share: 25 },
    { places: 5, share: 2 },
    { places: 2, share: 1 },
    { places: 1, share: 1 },
  ])('$places', ({ places, share }) => {
    expect(organizationShare(places)).toBe(share);
  });
});

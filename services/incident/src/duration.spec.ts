import { describe, expect, it } from '@jest/globals';
import { inWords, secondsBetween } from './duration.ts';

describe('a length of time', () => {
  it.each([
    [0, '0 s'],
    [1, '1 s'],
    [59, '59 s'],
    [60, '1 min'],
    [61, '1 min 1 s'],
    [3_599, '59 min 59 s'],
    [3_600, '1 h'],
    [3_601, '1 h'],
    [3_660, '1 h 1 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 d'],
    [273_600, '3 d 4 h'],
  ])('of %d s is %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words);
  });

  it('is counted in whole seconds, and never below none', () => {
    const from = new Date('2026-11-15T10:00:00.000Z');
    expect(secondsBetween(from, new Date('2026-11-15T10:00:01.999Z'))).toBe(1);
    expect(secondsBetween(from, new Date('2026-11-15T09:59:00.000Z'))).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { durationWords } from './duration-words.ts';

describe('a length of time', () => {
  it.each([
    [-1, '0 s'],
    [0, '0 s'],
    [0.001, '1 s'],
    [0.2, '1 s'],
    [1, '1 s'],
    [1.4, '1 s'],
    [1.5, '2 s'],
    [59, '59 s'],
    [59.5, '1 min'],
    [60, '1 min'],
    [61, '1 min 1 s'],
    [185, '3 min 5 s'],
    [3_599, '59 min 59 s'],
    [3_600, '1 h'],
    [3_601, '1 h'],
    [3_605, '1 h'],
    [3_660, '1 h 1 min'],
    [3_725, '1 h 2 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 d'],
    [90_061, '1 d 1 h'],
    [273_600, '3 d 4 h'],
  ])('of %d s is %s', (seconds, words) => {
    expect(durationWords(seconds)).toBe(words);
  });
});

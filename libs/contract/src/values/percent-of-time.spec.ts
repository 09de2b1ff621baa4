import { describe, expect, it } from '@jest/globals';
import { percentOfTime } from './percent-of-time.ts';

describe('the percentage of uptime', () => {
  it.each([
    { name: 'nothing observed', available: 0, observed: 0, percent: null },
    { name: 'always available', available: 5, observed: 5, percent: 100 },
    { name: 'never available', available: 0, observed: 5, percent: 0 },
    { name: 'a second of a year is less than 100', available: 31_535_999, observed: 31_536_000, percent: 99.999 },
    { name: 'two thirds are rounded down', available: 2, observed: 3, percent: 66.666 },
  ])('$name', ({ available, observed, percent }) => {
    expect(percentOfTime(available, observed)).toBe(percent);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ageWords, percentWords } from './words.ts';

describe('ages', () => {
  it.each([
    { ms: 20_000, is: '1 minute ago' },
    { ms: 119_000, is: '1 minute ago' },
    { ms: 120_000, is: '2 minutes ago' },
    { ms: 3_600_000, is: '1 hour ago' },
    { ms: 47 * 3_600_000, is: '47 hours ago' },
    { ms: 72 * 3_600_000, is: '3 days ago' },
  ])('$ms ms: $is', ({ ms, is }) => {
    expect(ageWords(ms)).toBe(is);
  });
});

describe('percentages', () => {
  it.each([
    { percent: 100, is: '100%' },
    { percent: 99.98, is: '99.98%' },
    { percent: 0, is: '0%' },
  ])('$percent: $is', ({ percent, is }) => {
    expect(percentWords(percent)).toBe(is);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ageWords, durationWords, percentWords } from './words.ts';

describe('lengths of time', () => {
  it.each([
    { seconds: 0.2, is: '1 s' },
    { seconds: 59, is: '59 s' },
    { seconds: 60, is: '1 min' },
    { seconds: 185, is: '3 min 5 s' },
    { seconds: 3_600, is: '1 h' },
    { seconds: 3_605, is: '1 h' },
    { seconds: 3_725, is: '1 h 2 min' },
    { seconds: 86_400, is: '1 d' },
    { seconds: 90_061, is: '1 d 1 h' },
  ])('$seconds s: $is', ({ seconds, is }) => {
    expect(durationWords(seconds)).toBe(is);
  });

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

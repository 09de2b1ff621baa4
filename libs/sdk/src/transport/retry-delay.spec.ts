import { describe, expect, it } from '@jest/globals';
import { type RetryMoment, retryDelayMs } from './retry-delay.ts';

describe('retryDelayMs', () => {
  it.each<RetryMoment & { name: string; delayMs: number }>([
    { name: 'the first, at least', retried: 0, askedMs: null, random: 0, delayMs: 250 },
    { name: 'the first, at most', retried: 0, askedMs: null, random: 1, delayMs: 500 },
    { name: 'the second', retried: 1, askedMs: null, random: 0.5, delayMs: 750 },
    { name: 'the fifth', retried: 4, askedMs: null, random: 1, delayMs: 8_000 },
    { name: 'the sixth', retried: 5, askedMs: null, random: 1, delayMs: 8_000 },
    { name: 'the thousandth', retried: 1_000, askedMs: null, random: 0, delayMs: 4_000 },
    { name: 'what the server asked for', retried: 0, askedMs: 7_000, random: 0, delayMs: 7_000 },
    { name: 'the spread of the first', retried: 0, askedMs: 7_000, random: 1, delayMs: 7_500 },
    { name: 'the spread of a later one', retried: 3, askedMs: 7_000, random: 1, delayMs: 8_000 },
    { name: 'at once', retried: 0, askedMs: 0, random: 0.5, delayMs: 250 },
  ])('waits: $name', ({ delayMs, ...moment }) => {
    expect(retryDelayMs(moment)).toBe(delayMs);
  });
});

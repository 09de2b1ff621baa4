import { describe, expect, it } from '@jest/globals';
import { spanInWords } from './time-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('spanInWords', () => {
  it.each<[number, string]>([
    [0, '1 minute'],
    [59_999, '1 minute'],
    [2 * MINUTE - 1, '1 minute'],
    [2 * MINUTE, '2 minutes'],
    [HOUR - 1, '59 minutes'],
    [HOUR, '1 hour'],
    [2 * HOUR, '2 hours'],
    [DAY - 1, '23 hours'],
    [DAY, '1 day'],
    [2 * DAY - 1, '1 day'],
    [2 * DAY, '2 days'],
    [400 * DAY, '400 days'],
  ])('%d ms are %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words);
  });
});

import { describe, expect, it } from '@jest/globals';
import { spanInWords } from './time-words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('spanInWords', () => {
  it.each<[number, string]>([
    [0, '1 minute'],
    [59_999, '1 minute'],
    [2 * minute - 1, '1 minute'],
    [2 * minute, '2 minutes'],
    [hour - 1, '59 minutes'],
    [hour, '1 hour'],
    [2 * hour, '2 hours'],
    [day - 1, '23 hours'],
    [day, '1 day'],
    [2 * day - 1, '1 day'],
    [2 * day, '2 days'],
    [400 * day, '400 days'],
  ])('%d ms are %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words);
  });
});

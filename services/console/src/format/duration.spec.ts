import { describe, expect, it } from '@jest/globals';
import { durationParts } from './duration.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a duration', () => {
  it.each([
    { name: 'a clock that is behind', ms: -5_000, parts: '0 second' },
    { name: 'nothing', ms: 999, parts: '0 second' },
    { name: 'the last second before a minute', ms: 59_999, parts: '59 second' },
    { name: 'a minute', ms: MINUTE, parts: '1 minute' },
    { name: 'the last minute before an hour', ms: HOUR - 1, parts: '59 minute' },
    { name: 'an hour', ms: HOUR, parts: '1 hour' },
    { name: 'an hour and minutes', ms: HOUR + 12 * MINUTE, parts: '1 hour 12 minute' },
    { name: 'a day', ms: DAY, parts: '1 day' },
    { name: 'days and hours', ms: 2 * DAY + 23 * HOUR, parts: '2 day 23 hour' },
    { name: 'so many days that hours do not matter', ms: 3 * DAY + 5 * HOUR, parts: '3 day' },
  ])('of $name is shown as $parts', ({ ms, parts }) => {
    expect(
      durationParts(ms)
        .map(({ value, unit }) => `${value} ${unit}`)
        .join(' '),
    ).toBe(parts);
  });
});

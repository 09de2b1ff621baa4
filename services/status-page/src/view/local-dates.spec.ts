import { describe, expect, it } from '@jest/globals';
import { datesFrom, datesUpTo, localDate, startOfDate } from './local-dates.ts';

describe('local dates', () => {
  it.each([
    { at: '2026-05-12T21:59:59Z', timezone: 'Europe/Berlin', is: '2026-05-12' },
    { at: '2026-05-12T22:00:00Z', timezone: 'Europe/Berlin', is: '2026-05-13' },
    { at: '2026-05-12T03:59:59Z', timezone: 'America/New_York', is: '2026-05-11' },
    { at: '2026-05-12T12:00:00Z', timezone: 'Pacific/Kiritimati', is: '2026-05-13' },
  ])('$at in $timezone is $is', ({ at, timezone, is }) => {
    expect(localDate(new Date(at), timezone)).toBe(is);
  });

  it.each([
    { date: '2026-03-29', timezone: 'Europe/Berlin', is: '2026-03-28T23:00:00.000Z' },
    { date: '2026-03-30', timezone: 'Europe/Berlin', is: '2026-03-29T22:00:00.000Z' },
    // Midnight does not exist on this day: clocks go from 23:59 to 01:00.
    { date: '2026-04-24', timezone: 'Africa/Cairo', is: '2026-04-23T22:00:00.000Z' },
  ])('$date begins in $timezone at $is', ({ date, timezone, is }) => {
    expect(startOfDate(date, timezone).toISOString()).toBe(is);
  });

  it('up to one pass over months and leap days', () => {
    expect(datesUpTo('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesUpTo('2026-05-12', 90)).toHaveLength(90);
  });

  it('from one pass over months and leap days', () => {
    expect(datesFrom('2028-02-28', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });
});

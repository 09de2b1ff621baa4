import { describe, expect, it } from '@jest/globals';
import { datesOfMonth, monthAfter, monthOf, onDate, partOnDate, startOfMonth } from './month.ts';

describe('a month', () => {
  it.each([
    {
      name: 'that begins in the middle of a week',
      month: '2026-05',
      first: '2026-04-27',
      last: '2026-05-31',
      days: 35,
    },
    { name: 'of exactly four weeks', month: '2027-02', first: '2027-02-01', last: '2027-02-28', days: 28 },
    { name: 'of six weeks', month: '2026-08', first: '2026-07-27', last: '2026-09-06', days: 42 },
  ])('$name has whole weeks', ({ month, first, last, days }) => {
    const dates = datesOfMonth(month);
    expect([dates[0], dates.at(-1), dates.length]).toEqual([first, last, days]);
  });

  it.each([
    { month: '2026-12', months: 1, is: '2027-01' },
    { month: '2026-01', months: -1, is: '2025-12' },
  ])('$months after $month is $is', ({ month, months, is }) => {
    expect(monthAfter(month, months)).toBe(is);
  });

  it('is that of the reader', () => {
    expect(monthOf('2026-05-31T23:00:00.000Z', 'Europe/Berlin')).toBe('2026-06');
    expect(startOfMonth('2026-05', 'Europe/Berlin')).toBe('2026-04-26T22:00:00.000Z');
  });
});

describe('the windows of a day in the calendar', () => {
  const night = { name: 'night', startsAt: '2026-05-03T21:00:00.000Z', endsAt: '2026-05-03T23:00:00.000Z' };
  const late = { name: 'late', startsAt: '2026-05-03T20:00:00.000Z', endsAt: '2026-05-03T22:00:00.000Z' };
  it.each([
    { name: 'the day of its start', date: '2026-05-03', are: ['late', 'night'] },
    { name: 'the day of its end, but not if it ends at midnight', date: '2026-05-04', are: ['night'] },
    { name: 'no other day', date: '2026-05-05', are: [] },
  ])('include a window on $name', ({ date, are }) => {
    expect(onDate([night, late], date, 'Europe/Berlin').map(({ name }) => name)).toEqual(are);
  });
});

describe('the part of a window that a day has', () => {
  const move = { startsAt: '2026-05-03T22:30:00.000Z', endsAt: '2026-05-06T08:00:00.000Z' };
  const short = { startsAt: '2026-05-04T06:00:00.000Z', endsAt: '2026-05-04T08:00:00.000Z' };
  it.each([
    { name: 'the start, on the day of the reader', item: move, date: '2026-05-04', is: 'start' },
    { name: 'neither, on a day between', item: move, date: '2026-05-05', is: 'between' },
    { name: 'the end, on the last day', item: move, date: '2026-05-06', is: 'end' },
    { name: 'the start, where it also ends', item: short, date: '2026-05-04', is: 'start' },
  ])('is $name', ({ item, date, is }) => {
    expect(partOnDate(item, date, 'Europe/Berlin')).toBe(is);
  });
});

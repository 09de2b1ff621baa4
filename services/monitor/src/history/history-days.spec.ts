import { describe, expect, it } from '@jest/globals';
import { dayOf, endOf, filedBetween, neededDays, outdatedDays, startOf } from './history-days.ts';

const at = (text: string): Date => new Date(text);

describe('a day of the history', () => {
  it.each([
    { name: 'its first moment', moment: '2026-03-01T00:00:00.000Z', day: '20260301' },
    { name: 'its last moment', moment: '2026-03-01T23:59:59.999Z', day: '20260301' },
    { name: 'a moment of another date elsewhere', moment: '2026-03-01T23:30:00.000-02:00', day: '20260302' },
  ])('holds $name', ({ moment, day }) => {
    expect(dayOf(at(moment))).toBe(day);
  });

  it.each([
    { day: '20260301', from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    { day: '20280228', from: '2028-02-28T00:00:00Z', to: '2028-02-29T00:00:00Z' },
    { day: '20261231', from: '2026-12-31T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  ])('$day goes from $from to $to', ({ day, from, to }) => {
    expect([startOf(day), endOf(day)]).toEqual([at(from), at(to)]);
  });
});

describe('the days that must have a partition', () => {
  it.each([
    { name: 'at the first moment of a day', now: '2026-03-01T00:00:00.000Z' },
    { name: 'at the last moment of a day', now: '2026-03-01T23:59:59.999Z' },
  ])('are two back and three ahead $name', ({ now }) => {
    expect(neededDays(at(now))).toEqual(['20260227', '20260228', '20260301', '20260302', '20260303', '20260304']);
    expect(filedBetween(at(now))).toEqual({ from: at('2026-02-27T00:00:00Z'), to: at('2026-03-05T00:00:00Z') });
  });
});

describe('the days that are dropped', () => {
  const days = ['20260227', '20260228', '20260301', '20260302'];
  it.each([
    { name: 'none while the oldest has a moment to keep', now: '2026-03-07T23:59:59.999Z', dropped: [] },
    { name: 'one when its last moment is too old', now: '2026-03-08T00:00:00.000Z', dropped: ['20260227'] },
    { name: 'one until the next one ends', now: '2026-03-08T23:59:59.999Z', dropped: ['20260227'] },
    { name: 'all that are too old', now: '2026-04-01T00:00:00.000Z', dropped: days },
  ])('$name', ({ now, dropped }) => {
    expect(outdatedDays(days, 8, at(now))).toEqual(dropped);
  });
});

import { describe, expect, it } from '@jest/globals';
import { de } from '../words-de/maintenance.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { recurrenceWords, weekdayName } from './recurrence-words.ts';

const daily = { frequency: 'DAILY' as const, interval: 1, weekdays: [], until: null, timezone: 'Europe/Berlin' };
const weekly = { ...daily, frequency: 'WEEKLY' as const };
const monthly = { ...daily, frequency: 'MONTHLY' as const };
/** A Sunday, at 02:30 in Berlin; the day before in New York. */
const START = '2026-05-31T00:30:00.000Z';

describe('a recurrence in words', () => {
  it.each([
    { name: 'each day', given: daily, is: 'Every day at 02:30, Europe/Berlin' },
    { name: 'every third day', given: { ...daily, interval: 3 }, is: 'Every 3 days at 02:30, Europe/Berlin' },
    { name: 'the weekday of its start', given: weekly, is: 'Every Sunday at 02:30, Europe/Berlin' },
    {
      name: 'weekdays in the order of the week',
      given: { ...weekly, weekdays: ['SU' as const, 'WE' as const] },
      is: 'Every Wednesday and Sunday at 02:30, Europe/Berlin',
    },
    {
      name: 'every second week',
      given: { ...weekly, interval: 2 },
      is: 'Every 2 weeks on Sunday at 02:30, Europe/Berlin',
    },
    { name: 'the day of the month', given: monthly, is: 'Every month on day 31 at 02:30, Europe/Berlin' },
    {
      name: 'the day in its own zone',
      given: { ...monthly, timezone: 'America/New_York' },
      is: 'Every month on day 30 at 20:30, America/New York',
    },
    {
      name: 'an end',
      given: { ...daily, until: '2027-01-31T23:30:00.000Z' },
      is: 'Every day at 02:30, Europe/Berlin, until 1 Feb 2027',
    },
  ])('says $name', ({ given, is }) => {
    expect(recurrenceWords(START, given, maintenanceWords(), 'en-GB')).toBe(is);
  });

  it('is in German for German readers', () => {
    const given = { ...weekly, interval: 2, weekdays: ['MO' as const, 'FR' as const] };
    expect(recurrenceWords(START, given, de, 'de')).toBe('Alle 2 Wochen am Montag und Freitag um 02:30, Europe/Berlin');
  });
});

describe('the name of a weekday', () => {
  it.each([
    { day: 'MO' as const, is: 'Monday' },
    { day: 'SU' as const, is: 'Sunday' },
  ])('$day is $is', ({ day, is }) => {
    expect(weekdayName(day, 'en')).toBe(is);
  });
});

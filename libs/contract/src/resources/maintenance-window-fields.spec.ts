import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { type MaintenanceWindowFields, maintenanceWindowFaults } from './maintenance-window-fields.ts';

type RecurrenceFields = NonNullable<MaintenanceWindowFields['recurrence']>;

const STARTS_AT = '2026-03-02T10:00:00Z';
const after = (hours: number, minutes = 0) =>
  new Date(Date.parse(STARTS_AT) + (hours * 60 + minutes) * 60_000).toISOString();
const daily: RecurrenceFields = { frequency: 'DAILY', interval: 1, weekdays: [], until: null, timezone: 'UTC' };
const pathsOf = (window: MaintenanceWindowFields) => detailsOf(maintenanceWindowFaults(window)).map(({ path }) => path);

describe('maintenanceWindowFaults', () => {
  it.each([
    { name: 'ends before it starts', endsAt: after(-1), paths: ['endsAt'] },
    { name: 'ends when it starts', endsAt: STARTS_AT, paths: ['endsAt'] },
    { name: 'ends a minute later', endsAt: after(0, 1), paths: [] },
    { name: 'is 31 days long', endsAt: after(31 * 24), paths: [] },
    { name: 'is a minute longer than 31 days', endsAt: after(31 * 24, 1), paths: ['endsAt'] },
    { name: 'starts later by its offset', startsAt: '2026-03-02T10:00-02:00', endsAt: after(1), paths: ['endsAt'] },
  ])('a window that $name: $paths', ({ paths, ...times }) => {
    expect(pathsOf({ startsAt: STARTS_AT, ...times })).toEqual(paths);
  });

  it('judges the times only when both are known', () => {
    expect(pathsOf({ startsAt: STARTS_AT })).toEqual([]);
    expect(pathsOf({ endsAt: STARTS_AT })).toEqual([]);
    expect(pathsOf({ recurrence: null })).toEqual([]);
  });

  it.each<{ name: string; recurrence: RecurrenceFields; hours: number; minutes: number; paths: string[] }>([
    { name: 'DAILY, 24 h', recurrence: daily, hours: 24, minutes: 0, paths: [] },
    { name: 'DAILY, longer', recurrence: daily, hours: 24, minutes: 1, paths: ['recurrence'] },
    { name: 'every third day, 72 h', recurrence: { ...daily, interval: 3 }, hours: 72, minutes: 0, paths: [] },
    {
      name: 'every third day, longer',
      recurrence: { ...daily, interval: 3 },
      hours: 72,
      minutes: 1,
      paths: ['recurrence'],
    },
    { name: 'WEEKLY, 7 days', recurrence: { ...daily, frequency: 'WEEKLY' }, hours: 168, minutes: 0, paths: [] },
    {
      name: 'WEEKLY, longer',
      recurrence: { ...daily, frequency: 'WEEKLY' },
      hours: 168,
      minutes: 1,
      paths: ['recurrence'],
    },
    {
      name: 'on Mondays and Tuesdays, 24 h',
      recurrence: { ...daily, frequency: 'WEEKLY', weekdays: ['TU', 'MO'] },
      hours: 24,
      minutes: 0,
      paths: [],
    },
    {
      name: 'on Mondays and Tuesdays, longer',
      recurrence: { ...daily, frequency: 'WEEKLY', weekdays: ['TU', 'MO'] },
      hours: 24,
      minutes: 1,
      paths: ['recurrence'],
    },
    {
      name: 'on Mondays and Sundays, whose gap spans the week end, longer than a day',
      recurrence: { ...daily, frequency: 'WEEKLY', weekdays: ['MO', 'SU'] },
      hours: 25,
      minutes: 0,
      paths: ['recurrence'],
    },
    {
      name: 'on Mondays and Sundays of every second week, 6 days',
      recurrence: { ...daily, frequency: 'WEEKLY', interval: 2, weekdays: ['MO', 'SU'] },
      hours: 144,
      minutes: 0,
      paths: [],
    },
    { name: 'MONTHLY, 28 days', recurrence: { ...daily, frequency: 'MONTHLY' }, hours: 672, minutes: 0, paths: [] },
    {
      name: 'MONTHLY, longer',
      recurrence: { ...daily, frequency: 'MONTHLY' },
      hours: 672,
      minutes: 1,
      paths: ['recurrence'],
    },
    {
      name: 'every second month, 31 days',
      recurrence: { ...daily, frequency: 'MONTHLY', interval: 2 },
      hours: 744,
      minutes: 0,
      paths: [],
    },
    { name: 'an interval that was found faulty', recurrence: { frequency: 'DAILY' }, hours: 30, minutes: 0, paths: [] },
    { name: 'a frequency that was found faulty', recurrence: { interval: 1 }, hours: 30, minutes: 0, paths: [] },
  ])('an occurrence must fit its period: $name: $paths', ({ recurrence, hours, minutes, paths }) => {
    expect(pathsOf({ startsAt: STARTS_AT, endsAt: after(hours, minutes), recurrence })).toEqual(paths);
  });

  it.each([
    {
      name: 'weekdays of a DAILY one',
      recurrence: { ...daily, weekdays: ['MO' as const] },
      paths: ['recurrence.weekdays'],
    },
    {
      name: 'weekdays of a WEEKLY one',
      recurrence: { ...daily, frequency: 'WEEKLY' as const, weekdays: ['MO' as const] },
      paths: [],
    },
    {
      name: 'an unknown time zone',
      recurrence: { ...daily, timezone: 'Mars/Olympus' },
      paths: ['recurrence.timezone'],
    },
    { name: 'until before the start', recurrence: { ...daily, until: after(-1) }, paths: ['recurrence.until'] },
    { name: 'until at the start', recurrence: { ...daily, until: STARTS_AT }, paths: [] },
  ])('$name: $paths', ({ recurrence, paths }) => {
    expect(pathsOf({ startsAt: STARTS_AT, endsAt: after(1), recurrence })).toEqual(paths);
  });
});

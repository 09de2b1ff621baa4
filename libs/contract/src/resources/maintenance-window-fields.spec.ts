import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import {
  maintenanceChangeFaults,
  maintenancePreviewFaults,
  type MaintenanceWindowFields,
  maintenanceWindowFaults,
} from './maintenance-window-fields.ts';

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

  it.each([
    { name: 'the first moment', window: { startsAt: '2000-01-01T00:00:00Z' }, paths: [] },
    { name: 'the moment before', window: { startsAt: '1999-12-31T23:59:59.999Z' }, paths: ['startsAt'] },
    { name: 'the last moment', window: { endsAt: '2199-12-31T23:59:59.999Z' }, paths: [] },
    { name: 'the moment after', window: { endsAt: '2200-01-01T00:00:00Z' }, paths: ['endsAt'] },
    {
      name: 'both',
      window: { startsAt: '0001-01-01T00:00Z', endsAt: '9990-01-01T00:00Z' },
      paths: ['startsAt', 'endsAt'],
    },
    { name: 'until', window: { recurrence: { ...daily, until: '2200-01-01T00:00Z' } }, paths: ['recurrence.until'] },
  ])('times lie in the years 2000 to 2199: $name: $paths', ({ window, paths }) => {
    expect(pathsOf(window)).toEqual(paths);
  });
});

describe('maintenancePreviewFaults', () => {
  it.each([
    { name: 'now', from: null, paths: [] },
    { name: 'a moment within the years', from: '2199-12-31T23:59Z', paths: [] },
    { name: 'a moment after them', from: '9990-01-01T00:00Z', paths: ['from'] },
  ])('$name: $paths', ({ from, paths }) => {
    const faults = maintenancePreviewFaults({ startsAt: STARTS_AT, endsAt: after(1), from });
    expect(detailsOf(faults).map(({ path }) => path)).toEqual(paths);
  });
});

describe('maintenanceChangeFaults', () => {
  const stored = {
    startsAt: '0001-01-01T10:00:00.000Z',
    endsAt: '0001-01-01T11:00:00.000Z',
    recurrence: { ...daily, until: '9990-01-01T00:00:00.000Z' },
  };
  it.each([
    { name: 'nothing', change: {}, paths: [] },
    { name: 'a start to itself', change: { startsAt: '0001-01-01T12:00:00+02:00' }, paths: [] },
    { name: 'a start outside', change: { startsAt: '0001-01-01T09:00:00Z' }, paths: ['startsAt'] },
    { name: 'an end outside', change: { endsAt: '0001-01-01T12:00:00Z' }, paths: ['endsAt'] },
    { name: 'the zone', change: { recurrence: { ...stored.recurrence, timezone: 'Europe/Berlin' } }, paths: [] },
    {
      name: 'until outside',
      change: { recurrence: { ...stored.recurrence, until: '9991-01-01T00:00:00Z' } },
      paths: ['recurrence.until'],
    },
    {
      name: 'all into the years',
      change: { startsAt: STARTS_AT, endsAt: after(1), recurrence: daily },
      paths: [],
    },
  ])('of what is stored outside of the years, a change of $name: $paths', ({ change, paths }) => {
    const faults = maintenanceChangeFaults({ ...stored, ...change }, stored);
    expect(detailsOf(faults).map(({ path }) => path)).toEqual(paths);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  nextOccurrences,
  occurrenceAfter,
  occurrenceEndingAfter,
  type RecurrenceRule,
  type Schedule,
  type Span,
} from './recurrence.ts';

const daily: RecurrenceRule = { frequency: 'DAILY', interval: 1, weekdays: [], until: null, timezone: 'Europe/Berlin' };
const weekly: RecurrenceRule = { ...daily, frequency: 'WEEKLY' };
const monthly: RecurrenceRule = { ...daily, frequency: 'MONTHLY' };

function schedule(startsAt: string, endsAt: string, recurrence: RecurrenceRule | null): Schedule {
  return { startsAt: new Date(startsAt), endsAt: new Date(endsAt), recurrence };
}

/** The day of the end is left out if it is that of the start. */
function text({ startsAt, endsAt }: Span): string {
  const [from, to] = [startsAt.toISOString().slice(0, 16), endsAt.toISOString().slice(0, 16)];
  return `${from}-${to.startsWith(from.slice(0, 10)) ? to.slice(11) : to}`;
}

/** The first occurrences, each computed from the previous one. */
function series(from: Schedule, count: number): string[] {
  const found: Span[] = [];
  let next: Span | undefined = { startsAt: from.startsAt, endsAt: from.endsAt };
  while (next !== undefined && found.length < count) {
    found.push(next);
    next = occurrenceAfter(from, next);
  }
  return found.map(text);
}

describe('occurrences of a window', () => {
  const rows: { name: string; given: Schedule; are: string[] }[] = [
    {
      name: 'one, without a recurrence',
      given: schedule('2026-05-01T08:00Z', '2026-05-01T09:00Z', null),
      are: ['2026-05-01T08:00-09:00'],
    },
    {
      name: 'DAILY keeps the wall time when clocks go forward: an hour earlier in UTC',
      given: schedule('2026-03-28T09:00Z', '2026-03-28T10:00Z', daily),
      are: ['2026-03-28T09:00-10:00', '2026-03-29T08:00-09:00', '2026-03-30T08:00-09:00'],
    },
    {
      name: 'DAILY keeps the wall time when clocks go back: an hour later in UTC',
      given: schedule('2026-10-24T08:00Z', '2026-10-24T09:00Z', daily),
      are: ['2026-10-24T08:00-09:00', '2026-10-25T09:00-10:00'],
    },
    {
      name: 'a night that loses an hour is an hour shorter: both ends are wall times',
      given: schedule('2026-03-28T00:00Z', '2026-03-28T03:00Z', daily),
      are: ['2026-03-28T00:00-03:00', '2026-03-29T00:00-02:00', '2026-03-29T23:00-2026-03-30T02:00'],
    },
    {
      name: 'a night that gains an hour is an hour longer',
      given: schedule('2026-10-23T23:00Z', '2026-10-24T02:00Z', daily),
      are: ['2026-10-23T23:00-2026-10-24T02:00', '2026-10-24T23:00-2026-10-25T03:00', '2026-10-26T00:00-03:00'],
    },
    {
      name: 'a start in the skipped hour (02:30 on 29 March) moves forward to 03:30',
      given: schedule('2026-03-28T01:30Z', '2026-03-28T04:00Z', daily),
      are: ['2026-03-28T01:30-04:00', '2026-03-29T01:30-03:00', '2026-03-30T00:30-03:00'],
    },
    {
      name: 'both ends in the skipped hour move forward together',
      given: schedule('2026-03-28T01:15Z', '2026-03-28T01:45Z', daily),
      are: ['2026-03-28T01:15-01:45', '2026-03-29T01:15-01:45', '2026-03-30T00:15-00:45'],
    },
    {
      name: 'a start that moves past its own end keeps its length (02:30 to 03:00)',
      given: schedule('2026-03-28T01:30Z', '2026-03-28T02:00Z', daily),
      are: ['2026-03-28T01:30-02:00', '2026-03-29T01:30-02:00', '2026-03-30T00:30-01:00'],
    },
    {
      name: 'of an hour that comes twice, the first is meant (02:30 on 25 October)',
      given: schedule('2026-10-24T00:30Z', '2026-10-24T00:45Z', daily),
      are: ['2026-10-24T00:30-00:45', '2026-10-25T00:30-00:45', '2026-10-26T01:30-01:45'],
    },
    {
      name: 'the first occurrence is taken as given, also in the second 02:30',
      given: schedule('2026-10-25T01:30Z', '2026-10-25T01:45Z', daily),
      are: ['2026-10-25T01:30-01:45', '2026-10-26T01:30-01:45'],
    },
    {
      name: 'half an hour of daylight saving (Lord Howe) moves by half an hour',
      given: schedule('2026-10-02T15:45Z', '2026-10-02T16:15Z', { ...daily, timezone: 'Australia/Lord_Howe' }),
      are: ['2026-10-02T15:45-16:15', '2026-10-03T15:45-16:15', '2026-10-04T15:15-15:45'],
    },
    {
      name: 'every third day',
      given: schedule('2026-02-26T10:00Z', '2026-02-26T11:00Z', { ...daily, interval: 3, timezone: 'UTC' }),
      are: ['2026-02-26T10:00-11:00', '2026-03-01T10:00-11:00', '2026-03-04T10:00-11:00'],
    },
    {
      name: 'DAILY passes over a leap day',
      given: schedule('2028-02-28T10:00Z', '2028-02-28T11:00Z', { ...daily, timezone: 'UTC' }),
      are: ['2028-02-28T10:00-11:00', '2028-02-29T10:00-11:00', '2028-03-01T10:00-11:00'],
    },
    {
      name: 'whole days without a gap, also over the change of clocks',
      given: schedule('2026-03-27T23:00Z', '2026-03-28T23:00Z', daily),
      are: [
        '2026-03-27T23:00-2026-03-28T23:00',
        '2026-03-28T23:00-2026-03-29T22:00',
        '2026-03-29T22:00-2026-03-30T22:00',
      ],
    },
    {
      name: 'WEEKLY without days takes the weekday of the first',
      given: schedule('2026-05-06T10:00Z', '2026-05-06T11:00Z', weekly),
      are: ['2026-05-06T10:00-11:00', '2026-05-13T10:00-11:00', '2026-05-20T10:00-11:00'],
    },
    {
      name: 'WEEKLY on given days, in the order of the week',
      given: schedule('2026-05-06T10:00Z', '2026-05-06T11:00Z', { ...weekly, weekdays: ['FR', 'MO', 'WE'] }),
      are: ['2026-05-06T10:00-11:00', '2026-05-08T10:00-11:00', '2026-05-11T10:00-11:00'],
    },
    {
      name: 'WEEKLY counts weeks from the Monday of the first',
      given: schedule('2026-05-10T10:00Z', '2026-05-10T11:00Z', { ...weekly, interval: 2, weekdays: ['MO', 'SU'] }),
      are: ['2026-05-10T10:00-11:00', '2026-05-18T10:00-11:00', '2026-05-24T10:00-11:00'],
    },
    {
      name: 'the weekday is the local one',
      given: schedule('2026-05-03T22:30Z', '2026-05-03T23:00Z', { ...weekly, weekdays: ['MO'] }),
      are: ['2026-05-03T22:30-23:00', '2026-05-10T22:30-23:00'],
    },
    {
      name: 'a first one on another weekday takes place, and leaves out what would overlap it',
      given: schedule('2026-05-02T10:00Z', '2026-05-05T10:00Z', { ...weekly, weekdays: ['MO'] }),
      are: ['2026-05-02T10:00-2026-05-05T10:00', '2026-05-11T10:00-2026-05-14T10:00'],
    },
    {
      name: 'MONTHLY on the 31st takes the last day of shorter months, and the 31st again after',
      given: schedule('2026-01-31T10:00Z', '2026-01-31T11:00Z', { ...monthly, timezone: 'UTC' }),
      are: ['2026-01-31T10:00-11:00', '2026-02-28T10:00-11:00', '2026-03-31T10:00-11:00', '2026-04-30T10:00-11:00'],
    },
    {
      name: 'MONTHLY takes 29 February where there is one',
      given: schedule('2027-12-30T10:00Z', '2027-12-30T11:00Z', { ...monthly, timezone: 'UTC' }),
      are: ['2027-12-30T10:00-11:00', '2028-01-30T10:00-11:00', '2028-02-29T10:00-11:00', '2028-03-30T10:00-11:00'],
    },
    {
      name: 'every twelfth month from a leap day',
      given: schedule('2028-02-29T10:00Z', '2028-02-29T11:00Z', { ...monthly, interval: 12, timezone: 'UTC' }),
      are: ['2028-02-29T10:00-11:00', '2029-02-28T10:00-11:00'],
    },
    {
      name: 'none starts after until, one starts exactly then',
      given: schedule('2026-05-01T10:00Z', '2026-05-01T11:00Z', { ...daily, until: new Date('2026-05-02T10:00Z') }),
      are: ['2026-05-01T10:00-11:00', '2026-05-02T10:00-11:00'],
    },
    {
      name: 'none reaches past the year 9999',
      given: schedule('9999-12-30T10:00Z', '9999-12-30T11:00Z', { ...daily, timezone: 'UTC' }),
      are: ['9999-12-30T10:00-11:00', '9999-12-31T10:00-11:00'],
    },
  ];
  it.each(rows)('$name', ({ given, are }) => {
    expect(series(given, are.length + 1).slice(0, are.length)).toEqual(are);
  });

  it.each([
    { name: 'a single window', given: schedule('2026-05-01T08:00Z', '2026-05-01T09:00Z', null), count: 1 },
    {
      name: 'until',
      given: schedule('2026-05-01T10:00Z', '2026-05-01T11:00Z', { ...daily, until: new Date('2026-05-03T09:59Z') }),
      count: 2,
    },
    {
      name: 'the end of time',
      given: schedule('9999-12-30T10:00Z', '9999-12-30T11:00Z', { ...daily, timezone: 'UTC' }),
      count: 2,
    },
  ])('$name ends the series', ({ given, count }) => {
    expect(series(given, 10)).toHaveLength(count);
  });
});

describe('the current or next occurrence', () => {
  const window = schedule('2026-05-01T10:00Z', '2026-05-01T11:00Z', { ...daily, timezone: 'UTC' });
  it.each([
    { name: 'before the first', at: '2020-01-01T00:00Z', is: '2026-05-01T10:00-11:00' },
    { name: 'at its start', at: '2026-05-01T10:00Z', is: '2026-05-01T10:00-11:00' },
    { name: 'a moment before its end', at: '2026-05-01T10:59:59.999Z', is: '2026-05-01T10:00-11:00' },
    { name: 'at its end: the next', at: '2026-05-01T11:00Z', is: '2026-05-02T10:00-11:00' },
    { name: 'centuries later', at: '2426-08-09T10:30Z', is: '2426-08-09T10:00-11:00' },
  ])('$name', ({ at, is }) => {
    const found = occurrenceEndingAfter(window, new Date(at));
    expect(found && text(found)).toBe(is);
  });

  it('is none once a single window is over', () => {
    const single = { ...window, recurrence: null };
    expect(occurrenceEndingAfter(single, new Date('2026-05-01T11:00Z'))).toBeUndefined();
  });
});

describe('the next occurrences', () => {
  const given = schedule('2026-05-01T10:00Z', '2026-05-01T11:00Z', {
    ...daily,
    timezone: 'UTC',
    until: new Date('2026-05-04T12:00Z'),
  });
  const first = '2026-05-01T10:00-11:00';
  const second = '2026-05-02T10:00-11:00';
  const last = '2026-05-04T10:00-11:00';
  it.each([
    { name: 'begin with the current one', at: '2026-05-01T10:30Z', most: 2, are: [first, second] },
    { name: 'end with the series', at: '2026-05-03T11:00Z', most: 5, are: [last] },
    { name: 'are none after the series', at: '2026-05-04T11:00Z', most: 5, are: [] },
  ])('$name', ({ at, most, are }) => {
    expect(nextOccurrences(given, new Date(at), most).map(text)).toEqual(are);
  });

  it('of a single window are the window', () => {
    const single = { ...given, recurrence: null };
    expect(nextOccurrences(single, new Date('2026-05-01T09:00Z'), 5).map(text)).toEqual([first]);
  });
});

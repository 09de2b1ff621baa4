import { describe, expect, it } from '@jest/globals';
import { WEEKDAYS } from '@vedette/contract';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { nextOccurrences, occurrenceEndingAfter, type RecurrenceRule, type Schedule, type Span } from './recurrence.ts';

const HOUR_MS = 3_600_000;
const daily: RecurrenceRule = { frequency: 'DAILY', interval: 1, weekdays: [], until: null, timezone: 'Europe/Berlin' };
const weekly: RecurrenceRule = { ...daily, frequency: 'WEEKLY' };
const monthly: RecurrenceRule = { ...daily, frequency: 'MONTHLY' };

/** Steps through the calendar from the first occurrence on, without any arithmetic: a day, or a month, after the other. */
function steppedThrough(given: Schedule, rule: RecurrenceRule, at: Date, most: number): Span[] {
  const { startsAt, endsAt } = given;
  const wall = (instant: Date): Temporal.PlainDateTime =>
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(rule.timezone).toPlainDateTime();
  const instant = (time: Temporal.PlainDateTime): Date =>
    new Date(time.toZonedDateTime(rule.timezone).epochMilliseconds);
  const [first, last] = [wall(startsAt), wall(endsAt)];
  const length = first.until(last);
  const found: Span[] = endsAt > at ? [{ startsAt, endsAt }] : [];
  let freeFrom = endsAt;
  let weeks = 0;
  for (let step = 1; found.length < most; step += 1) {
    const start = rule.frequency === 'MONTHLY' ? first.add({ months: step }) : first.add({ days: step });
    const { dayOfWeek } = start;
    if (dayOfWeek === 1) weeks += 1;
    const isDay =
      rule.weekdays.length === 0
        ? dayOfWeek === first.dayOfWeek
        : rule.weekdays.some((day) => WEEKDAYS.indexOf(day) === dayOfWeek - 1);
    const isWeekly = rule.frequency === 'WEEKLY';
    if ((isWeekly ? weeks : step) % rule.interval !== 0) continue;
    if (isWeekly && !isDay) continue;
    const begin = instant(start);
    if (begin < freeFrom) continue;
    const end = instant(start.add(length));
    const span = { startsAt: begin, endsAt: end > begin ? end : new Date(begin.getTime() + +endsAt - +startsAt) };
    freeFrom = span.endsAt;
    if (span.endsAt > at) found.push(span);
  }
  return found;
}

/** Also counts how many wall times become instants meanwhile, which is what takes the time. */
function counted<T>(work: () => T): { found: T; conversions: number } {
  const { prototype } = Temporal.PlainDateTime;
  const convert = Reflect.get(prototype, 'toZonedDateTime');
  let conversions = 0;
  prototype.toZonedDateTime = function (this: Temporal.PlainDateTime, ...args) {
    conversions += 1;
    return convert.apply(this, args);
  };
  try {
    return { found: work(), conversions };
  } finally {
    prototype.toZonedDateTime = convert;
  }
}

describe('an occurrence far away', () => {
  it('is the one that stepping through the whole series finds, for any rule, time and zone', () => {
    const instants = { min: new Date('2000-01-01Z'), max: new Date('2199-12-31Z'), noInvalidDate: true };
    const rule = fc.record({
      frequency: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
      interval: fc.integer({ min: 1, max: 12 }),
      days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
      startsAt: fc.date(instants),
      hours: fc.integer({ min: 1, max: 24 }),
      later: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(rule, ({ frequency, interval, days, timezone, startsAt, hours, later }) => {
        const recurrence = { frequency, interval, weekdays: frequency === 'WEEKLY' ? days : [], until: null, timezone };
        const given = { startsAt, endsAt: new Date(startsAt.getTime() + hours * HOUR_MS), recurrence };
        // Stepping through two centuries of months takes as long as stepping through eight years of days.
        const furthestMs = (frequency === 'MONTHLY' ? 200 * 365 : 8 * 365) * 24 * HOUR_MS;
        const at = new Date(Math.min(startsAt.getTime() + later * furthestMs, instants.max.getTime()));
        const stepped = steppedThrough(given, recurrence, at, 3);
        expect(nextOccurrences(given, at, 3)).toEqual(stepped);
        expect(occurrenceEndingAfter(given, at)).toEqual(stepped[0]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    { name: 'the year 2000 seen from 2199', from: '2000-01-01T10:00:00Z', at: '2199-12-01T00:00:00Z' },
    { name: 'the year 1 seen from 9990', from: '0001-01-01T10:00:00Z', at: '9990-12-01T00:00:00Z' },
  ])('costs no more however far away: $name', ({ from, at }) => {
    for (const recurrence of [daily, weekly, monthly]) {
      const starts = new Date(from);
      const given = { startsAt: starts, endsAt: new Date(starts.getTime() + HOUR_MS), recurrence };
      const { found, conversions } = counted(() => nextOccurrences(given, new Date(at), 5));
      expect(found).toHaveLength(5);
      expect(conversions).toBeLessThan(25);
    }
  });
});

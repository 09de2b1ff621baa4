// Decides when a maintenance window takes place: once, or repeatedly at the same local wall time.

import { WEEKDAYS, type Weekday } from '@vedette/contract';
import { Temporal } from 'temporal-polyfill';

export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface RecurrenceRule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  readonly interval: number;
  /** For WEEKLY only; if empty, the weekday of the first occurrence. */
  readonly weekdays: readonly Weekday[];
  /** No occurrence starts after this instant. */
  readonly until: Date | null;
  readonly timezone: string;
}

export interface Schedule extends Span {
  readonly recurrence: RecurrenceRule | null;
}

const UNITS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' } as const;
/** The last instant that a timestamp of the API can show. */
const END_OF_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The current occurrence, or else the next one. */
export function occurrenceEndingAfter(schedule: Schedule, at: Date): Span | undefined {
  return find(schedule, at, ({ endsAt }) => endsAt > at);
}

export function occurrenceAfter(schedule: Schedule, previous: Span): Span | undefined {
  return find(schedule, previous.endsAt, ({ startsAt }) => startsAt >= previous.endsAt);
}

/** The current occurrence and those after it. */
export function nextOccurrences(schedule: Schedule, at: Date, most: number): Span[] {
  const found: Span[] = [];
  for (const occurrence of occurrences(schedule, at)) {
    if (occurrence.endsAt > at) found.push(occurrence);
    if (found.length === most) break;
  }
  return found;
}

function find(schedule: Schedule, around: Date, isWanted: (occurrence: Span) => boolean): Span | undefined {
  for (const occurrence of occurrences(schedule, around)) if (isWanted(occurrence)) return occurrence;
  return undefined;
}

/**
 * All occurrences that end after `around`, in order; a few earlier ones may precede them. Of two overlapping
 * occurrences, the later one is left out.
 */
function* occurrences(schedule: Schedule, around: Date): Generator<Span> {
  const { recurrence, startsAt, endsAt } = schedule;
  const first = { startsAt, endsAt };
  const cycle = recurrence === null ? 0 : cycleBefore(recurrence, first, around);
  if (cycle === 0) yield first;
  if (recurrence === null) return;
  let freeFrom = cycle === 0 ? endsAt : startsAt;
  for (const occurrence of repetitions(schedule, recurrence, cycle)) {
    if (recurrence.until !== null && occurrence.startsAt > recurrence.until) return;
    if (occurrence.endsAt.getTime() > END_OF_TIME_MS) return;
    if (occurrence.startsAt < freeFrom) continue;
    freeFrom = occurrence.endsAt;
    yield occurrence;
  }
}

/**
 * A cycle that certainly ends before `around`, and so close to it that a far `around` costs nothing. Two cycles earlier
 * are enough: a change of clocks moves an occurrence by a day at most, and a short month by three days.
 */
function cycleBefore({ frequency, interval, timezone }: RecurrenceRule, { endsAt }: Span, around: Date): number {
  const largestUnit = UNITS[frequency];
  const elapsed = wallTime(endsAt, timezone).until(wallTime(around, timezone), { largestUnit });
  return Math.max(0, Math.floor(elapsed[largestUnit] / interval) - 2);
}

function* repetitions(schedule: Schedule, rule: RecurrenceRule, fromCycle: number): Generator<Span> {
  const first = wallTime(schedule.startsAt, rule.timezone);
  const wallLength = first.until(wallTime(schedule.endsAt, rule.timezone), { largestUnit: 'day' });
  for (let cycle = fromCycle; ; cycle += 1) {
    for (const start of startsInCycle(rule, first, cycle)) {
      if (Temporal.PlainDateTime.compare(start, first) <= 0) continue;
      const startsAt = instant(start, rule.timezone);
      const endsAt = instant(start.add(wallLength), rule.timezone);
      // A start that moves forward out of a skipped hour may pass its own end; the length of the window then gives the
      // end.
      const lengthMs = schedule.endsAt.getTime() - schedule.startsAt.getTime();
      yield { startsAt, endsAt: endsAt > startsAt ? endsAt : new Date(startsAt.getTime() + lengthMs) };
    }
  }
}

function startsInCycle(
  { frequency, interval, weekdays: days }: RecurrenceRule,
  first: Temporal.PlainDateTime,
  cycle: number,
): Temporal.PlainDateTime[] {
  switch (frequency) {
    case 'DAILY':
      return [first.add({ days: cycle * interval })];
    case 'WEEKLY': {
      const monday = first.subtract({ days: first.dayOfWeek - 1 }).add({ weeks: cycle * interval });
      const offsets = WEEKDAYS.flatMap((day, offset) => (days.includes(day) ? [offset] : []));
      return (offsets.length === 0 ? [first.dayOfWeek - 1] : offsets).map((offset) => monday.add({ days: offset }));
    }
    case 'MONTHLY':
      // Always added to the first occurrence: a 31st that became the 28th in February is the 31st again in March.
      return [first.add({ months: cycle * interval }, { overflow: 'constrain' })];
  }
}

function wallTime(at: Date, timezone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDateTime();
}

/** A skipped wall time moves forward by the skipped time; of a wall time that occurs twice, the first one counts. */
function instant(wall: Temporal.PlainDateTime, timezone: string): Date {
  return new Date(wall.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds);
}

// Decides which date it is in the time zone of a page, and when a date begins there.

import { Temporal } from 'temporal-polyfill';

/** The local date at that instant, `YYYY-MM-DD`. */
export function localDate(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** The instant at which a local date begins. */
export function startOfDate(date: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone }).epochMilliseconds);
}

/** `count` dates, of which `date` is the last. */
export function datesUpTo(date: string, count: number): string[] {
  const last = Temporal.PlainDate.from(date);
  return Array.from({ length: count }, (_, index) => last.subtract({ days: count - 1 - index }).toString());
}

/** `count` dates, of which `date` is the first. */
export function datesFrom(date: string, count: number): string[] {
  const first = Temporal.PlainDate.from(date);
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}

// Decides whether an instant lies in the quiet hours of a contact, and when these end.
import type { QuietHours } from '@vedette/contract';
import { Temporal } from 'temporal-polyfill';
import { BoundedMemo } from './bounded-memo.ts';

/** Milliseconds since 1970; the end is excluded. */
interface QuietSpan {
  readonly begin: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;
const EPOCH = new Temporal.PlainDate(1970, 1, 1);
/** A local date is at most one day from the date in UTC, and the quiet hours of the day before may reach into it. */
const DAYS_AROUND = [-2, -1, 0, 1];
/** Time zones are slow to compute, and every alert of a storm asks for the same days of the same contacts. */
const SPANS = new BoundedMemo<readonly QuietSpan[]>(1_000);

/** When the quiet hours around this instant end; null if there are none. They include `from` and exclude `to`. */
export function quietUntil(hours: QuietHours | null, at: Date): Date | null {
  if (hours === null) return null;
  const time = at.getTime();
  const day = Math.floor(time / DAY_MS);
  const spans = SPANS.of(`${hours.timezone} ${hours.from} ${hours.to} ${day}`, () => spansAround(hours, day));
  const span = spans.find(({ begin, end }) => begin <= time && time < end);
  return span === undefined ? null : new Date(span.end);
}

/** The quiet hours that may contain an instant of this day, which is counted in UTC from 1970. */
function spansAround({ from, to, timezone }: QuietHours, day: number): QuietSpan[] {
  const begins = Temporal.PlainTime.from(from);
  const ends = Temporal.PlainTime.from(to);
  const nights = to > from ? 0 : 1;
  return DAYS_AROUND.map((days) => {
    const date = EPOCH.add({ days: day + days });
    return {
      begin: instantOf(date, begins, timezone),
      end: instantOf(date.add({ days: nights }), ends, timezone),
    };
  });
}

/** A local time that a change of the clock skips is as much later as the clock is put forward. */
function instantOf(date: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string): number {
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

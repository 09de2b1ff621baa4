// Decides whether an instant lies in the quiet hours of a contact, and when these end.
import type { QuietHours } from '@vedette/contract';
import { Temporal } from 'temporal-polyfill';

/** When the quiet hours around this instant end; null if there are none. They include `from` and exclude `to`. */
export function quietUntil(hours: QuietHours | null, at: Date): Date | null {
  if (hours === null) return null;
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone).toPlainDate();
  // Yesterday's may reach into today.
  for (const date of [today.subtract({ days: 1 }), today]) {
    const endsOn = hours.to > hours.from ? date : date.add({ days: 1 });
    const end = instantOf(endsOn, hours.to, hours.timezone);
    if (instantOf(date, hours.from, hours.timezone) <= at && at < end) return end;
  }
  return null;
}

/** A local time that a change of the clock skips is as much later as the clock is put forward. */
function instantOf(date: Temporal.PlainDate, time: string, timeZone: string): Date {
  const zoned = date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) });
  return new Date(zoned.epochMilliseconds);
}

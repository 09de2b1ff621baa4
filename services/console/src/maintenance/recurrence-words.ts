// Decides how a recurrence is put into words. Its times are wall times of its own time zone.

import type { MaintenanceWindow } from '@vedette/sdk';
import type { MaintenanceWords } from '../words/maintenance.ts';
import { wallTimeOf } from '../format/zoned-time.ts';

type Recurrence = NonNullable<MaintenanceWindow['recurrence']>;
export type Weekday = Recurrence['weekdays'][number];

export const WEEKDAYS: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** A Monday, in UTC. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function weekdayName(day: Weekday, locale: string, style: 'long' | 'short' = 'long'): string {
  const at = new Date(MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS);
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(at);
}

export function recurrenceWords(
  startsAt: string,
  { frequency, interval, weekdays, until, timezone }: Recurrence,
  texts: MaintenanceWords,
  locale: string,
): string {
  const format = (at: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: timezone, ...options }).format(new Date(at));
  const time = format(startsAt, { timeStyle: 'short' });
  const zone = timezone.replaceAll('_', ' ');
  const rule = (): string => {
    switch (frequency) {
      case 'DAILY':
        return texts.daily(interval, time, zone);
      case 'WEEKLY': {
        const days = WEEKDAYS.filter((day) => weekdays.includes(day)).map((day) => weekdayName(day, locale));
        const named = days.length === 0 ? [format(startsAt, { weekday: 'long' })] : days;
        return texts.weekly(interval, new Intl.ListFormat(locale).format(named), time, zone);
      }
      case 'MONTHLY':
        return texts.monthly(interval, String(Number(wallTimeOf(startsAt, timezone).slice(8, 10))), time, zone);
    }
  };
  return until === null ? rule() : texts.untilDate(rule(), format(until, { dateStyle: 'medium' }));
}

import { signal } from '@preact/signals';
import { timeZone } from '../data/preferences.ts';
import { locale } from '../language/catalogue.ts';
import { durationParts } from './duration.ts';

/** Moves once a second while the page is visible, so that ages on the screen stay true. */
export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now();
}, 1_000);

export function duration(span: number): string {
  return durationParts(span)
    .map(({ value, unit }) =>
      new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'narrow' })
        .format(value)
        .replaceAll(' ', '\u00a0'),
    )
    .join(' ');
}

export function milliseconds(value: number): string {
  return new Intl.NumberFormat(locale.value, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })
    .format(value)
    .replaceAll(' ', '\u00a0');
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value);
}

/** Uptimes have three decimals, and are never rounded up to 100. */
export function percent(value: number): string {
  return new Intl.NumberFormat(locale.value, { style: 'percent', maximumFractionDigits: 3 }).format(value / 100);
}

/** The IANA name of the zone of all times on the screen. */
export function shownZone(): string {
  return timeZone.value ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function zone(): { timeZone?: string } {
  return timeZone.value === undefined ? {} : { timeZone: timeZone.value };
}

export function exactTime(at: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'full', timeStyle: 'long', ...zone() }).format(
    new Date(at),
  );
}

export function dateAndTime(at: string): string {
  const text = new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short', ...zone() }).format(
    new Date(at),
  );
  // A line may not break between an hour and AM or PM.
  return text.replace(/ (?=[AP]M$)/, '\u00a0');
}

/** Beside times of another zone. */
export function dateTimeAndZone(at: string): string {
  return new Intl.DateTimeFormat(locale.value, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...zone(),
  }).format(new Date(at));
}

export function date(at: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', ...zone() }).format(new Date(at));
}

/** Of a date without a time, `YYYY-MM-DD`. */
export function calendarDate(day: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

export function clock(at: string): string {
  return new Intl.DateTimeFormat(locale.value, { timeStyle: 'medium', ...zone() }).format(new Date(at));
}

export function hourAndMinute(at: string): string {
  return new Intl.DateTimeFormat(locale.value, { timeStyle: 'short', ...zone() }).format(new Date(at));
}

export function dayAndMonth(at: string): string {
  return new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', ...zone() }).format(new Date(at));
}

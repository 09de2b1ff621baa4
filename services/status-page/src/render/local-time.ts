// Decides how instants and dates read in the time zone of a page.

import { Temporal } from 'temporal-polyfill';
import { markup, type Markup } from './markup.ts';

/** The local date at that instant, `YYYY-MM-DD`. */
export function localDate(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** The instant at which a local date begins. */
export function startOfDate(date: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone }).epochMilliseconds);
}

/** That many dates, the last one being `date`. */
export function datesUpTo(date: string, count: number): string[] {
  const last = Temporal.PlainDate.from(date);
  return Array.from({ length: count }, (_, index) => last.subtract({ days: count - 1 - index }).toString());
}

/** That many dates, the first one being `date`. */
export function datesFrom(date: string, count: number): string[] {
  const first = Temporal.PlainDate.from(date);
  return Array.from({ length: count }, (_, index) => first.add({ days: index }).toString());
}

const dateOptions = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const plainDate = new Intl.DateTimeFormat('en-GB', { ...dateOptions, timeZone: 'UTC' });

/** `12 May 2026`. */
export function dateWords(date: string): string {
  return plainDate.format(new Date(`${date}T00:00:00Z`));
}

/** Writes instants in one time zone, with the instant that a machine reads. */
export class LocalTime {
  readonly timezone: string;
  readonly #instant: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;

  constructor(timezone: string) {
    this.timezone = timezone;
    this.#instant = new Intl.DateTimeFormat('en-GB', {
      ...dateOptions,
      ...timeOptions,
      timeZone: timezone,
      timeZoneName: 'short',
    });
    this.#clock = new Intl.DateTimeFormat('en-GB', { ...timeOptions, timeZone: timezone, timeZoneName: 'short' });
  }

  /** `12 May 2026, 14:03 CEST`. */
  words(instant: string): string {
    return this.#instant.format(new Date(instant));
  }

  element(instant: string): Markup {
    return markup`<time datetime="${instant}">${this.words(instant)}</time>`;
  }

  /** The end leaves out the date when it is that of the start. */
  range(from: string, to: string): Markup {
    const isOneDay = localDate(new Date(from), this.timezone) === localDate(new Date(to), this.timezone);
    const end = isOneDay ? this.#clock.format(new Date(to)) : this.words(to);
    return markup`${this.element(from)} – <time datetime="${to}">${end}</time>`;
  }
}

// Decides how instants and dates read in the time zone of a page.

import { localDate } from '../view/local-dates.ts';
import { markup, type Markup } from './markup.ts';

const DATE_OPTIONS = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME_OPTIONS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const plainDate = new Intl.DateTimeFormat('en-GB', { ...DATE_OPTIONS, timeZone: 'UTC' });

/** `12 May 2026`. */
export function dateWords(date: string): string {
  return plainDate.format(new Date(`${date}T00:00:00Z`));
}

/** Writes instants in one time zone, together with their machine-readable form. */
export class LocalTime {
  readonly timezone: string;
  readonly #instant: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;

  constructor(timezone: string) {
    this.timezone = timezone;
    this.#instant = new Intl.DateTimeFormat('en-GB', {
      ...DATE_OPTIONS,
      ...TIME_OPTIONS,
      timeZone: timezone,
      timeZoneName: 'short',
    });
    this.#clock = new Intl.DateTimeFormat('en-GB', { ...TIME_OPTIONS, timeZone: timezone, timeZoneName: 'short' });
  }

  /** `12 May 2026, 14:03 CEST`. */
  words(instant: string): string {
    return this.#instant.format(new Date(instant));
  }

  element(instant: string): Markup {
    return markup`<time datetime="${instant}">${this.words(instant)}</time>`;
  }

  /** The end omits its date if it is the same as that of the start. */
  range(from: string, to: string): Markup {
    const isOneDay = localDate(new Date(from), this.timezone) === localDate(new Date(to), this.timezone);
    const end = isOneDay ? this.#clock.format(new Date(to)) : this.words(to);
    return markup`${this.element(from)} – <time datetime="${to}">${end}</time>`;
  }
}

// Decides which days the calendar shows for a month, and which windows each day has, in the zone of the reader.

import { instantOf, wallTimeOf } from '../format/zoned-time.ts';

export interface Spanned {
  readonly startsAt: string;
  readonly endsAt: string;
}

const DAY_MS = 86_400_000;

/** As `2026-05`. */
export function monthOf(at: string, zone: string): string {
  return wallTimeOf(at, zone).slice(0, 7);
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whole weeks from Monday to Sunday, as `2026-05-01`. */
export function datesOfMonth(month: string): string[] {
  const first = new Date(`${month}-01T00:00Z`);
  const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * DAY_MS;
  const next = Date.parse(`${monthAfter(month, 1)}-01T00:00Z`);
  const weeks = Math.ceil((next - start) / (7 * DAY_MS));
  return Array.from({ length: weeks * 7 }, (_, day) => new Date(start + day * DAY_MS).toISOString().slice(0, 10));
}

/** The first instant that a month shows. */
export function startOfMonth(month: string, zone: string): string {
  return instantOf(`${datesOfMonth(month)[0] ?? ''}T00:00`, zone);
}

/** Whether the date has the start or the end of the window, or lies between them. */
export function partOnDate({ startsAt, endsAt }: Spanned, date: string, zone: string): 'start' | 'end' | 'between' {
  if (wallTimeOf(startsAt, zone).startsWith(date)) return 'start';
  return wallTimeOf(endsAt, zone).startsWith(date) ? 'end' : 'between';
}

/** The windows of a date, in order. A window that ends at midnight does not belong to the day that begins then. */
export function onDate<Item extends Spanned>(items: readonly Item[], date: string, zone: string): Item[] {
  const from = instantOf(`${date}T00:00`, zone);
  const next = new Date(Date.parse(`${date}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const to = instantOf(`${next}T00:00`, zone);
  return items
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
}

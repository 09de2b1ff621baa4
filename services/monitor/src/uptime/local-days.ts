// Decides of which range and days uptime is asked. A day begins at midnight, or right after it where midnight is skipped.

import { isTimeZone, type Detail } from '@vedette/contract';
import { Temporal } from 'temporal-polyfill';
import { endOf, rangeOf, type HistoryRange, type RangeQuery } from '../history/history-range.ts';
import type { Span } from './uptime.ts';

export interface UptimeRangeQuery extends RangeQuery {
  readonly days?: number;
  readonly timezone?: string;
}

export type AskedRange =
  /** `days`: null unless they are asked for. */
  | { readonly kind: 'range'; readonly range: HistoryRange; readonly days: readonly LocalDay[] | null }
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

export interface LocalDay extends Span {
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

export function askedRange(query: UptimeRangeQuery, defaultDays: number, now: Date): AskedRange {
  const { from, days: count, timezone = 'UTC' } = query;
  if (!isTimeZone(timezone)) return refused('timezone', 'must be an IANA time zone, such as Europe/Berlin');
  if (count === undefined) {
    const decision = rangeOf(query, defaultDays, now);
    return decision.kind === 'range' ? { ...decision, days: null } : decision;
  }
  if (from !== undefined) return refused('days', 'cannot be combined with from');
  const to = endOf(query, now);
  const days = lastDays(count, to, timezone);
  return { kind: 'range', range: { from: days[0]?.from ?? to, to }, days };
}

/** The last days before `to`, oldest first; the last one ends there. */
export function lastDays(count: number, to: Date, timezone: string): LocalDay[] {
  const instant = Temporal.Instant.fromEpochMilliseconds(to.getTime() - 1);
  const last = instant.toZonedDateTimeISO(timezone).toPlainDate();
  const dates = Array.from({ length: count }, (_, i) => last.subtract({ days: count - 1 - i }));
  const starts = dates.map((date) => new Date(date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds));
  return dates.map((date, i) => ({ date: date.toString(), from: starts[i] ?? to, to: starts[i + 1] ?? to }));
}

function refused(path: string, message: string): AskedRange {
  return { kind: 'refused', faults: [{ path, message: `${path} ${message}` }] };
}

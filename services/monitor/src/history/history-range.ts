// Decides which part of the history a query means.

import { MAX_HISTORY_DAYS, parseTimestamp, type Detail } from '@vedette/contract';

const DAY_MS = 86_400_000;

/** Without its end. */
export interface HistoryRange {
  readonly from: Date;
  readonly to: Date;
}

export interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
}

export type RangeDecision =
  | { readonly kind: 'range'; readonly range: HistoryRange }
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

/** Without `from`, the range is `defaultDays` long. */
export function rangeOf(query: RangeQuery, defaultDays: number, now: Date): RangeDecision {
  const to = endOf(query, now).getTime();
  const from = (query.from === undefined ? undefined : parseTimestamp(query.from)) ?? to - defaultDays * DAY_MS;
  if (from >= to) return refused(`must be before to, which is ${new Date(to).toISOString()}`);
  if (to - from > MAX_HISTORY_DAYS * DAY_MS) return refused(`must be at most ${MAX_HISTORY_DAYS} days before to`);
  return { kind: 'range', range: { from: new Date(from), to: new Date(to) } };
}

/** There is no history of the future. */
export function endOf({ to }: RangeQuery, now: Date): Date {
  const wanted = to === undefined ? undefined : parseTimestamp(to);
  return new Date(Math.min(now.getTime(), wanted ?? Infinity));
}

/** A monitor has no history before its creation. A range before it is empty. */
export function sinceCreation({ from, to }: HistoryRange, createdAt: Date): HistoryRange {
  if (createdAt <= from) return { from, to };
  return { from: createdAt < to ? createdAt : to, to };
}

function refused(message: string): RangeDecision {
  return { kind: 'refused', faults: [{ path: 'from', message: `from ${message}` }] };
}

// Decides how much of the observed time a component was up, and joins days from separate answers.

import { percentOfTime } from '@vedette/contract';

export interface Observed {
  /** All in seconds. */
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
  readonly maintenance: number;
  readonly unknown: number;
}

export interface ObservedDay extends Observed {
  /** A local date, `YYYY-MM-DD`. */
  readonly date: string;
}

export function uptimePercent({ up, degraded, down }: Observed): number | null {
  const available = up + degraded;
  return percentOfTime(available, available + down);
}

export function total(days: readonly Observed[]): Observed {
  const sum = { up: 0, degraded: 0, down: 0, maintenance: 0, unknown: 0 };
  for (const day of days) {
    sum.up += day.up;
    sum.degraded += day.degraded;
    sum.down += day.down;
    sum.maintenance += day.maintenance;
    sum.unknown += day.unknown;
  }
  return sum;
}

/** One entry for each date: the fresh one, else the known one, else a day without data. */
export function joinDays(
  dates: readonly string[],
  known: readonly ObservedDay[],
  fresh: readonly ObservedDay[],
): ObservedDay[] {
  const byDate = new Map([...known, ...fresh].map((day) => [day.date, day]));
  return dates.map((date) => byDate.get(date) ?? nothingKnown(date));
}

function nothingKnown(date: string): ObservedDay {
  return { date, up: 0, degraded: 0, down: 0, maintenance: 0, unknown: 86_400 };
}

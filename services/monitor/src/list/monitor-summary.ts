// Decides what the summary of a monitor holds, and which latencies the list shows from it.

import { LATENCY_HOURS } from '@vedette/contract';
import { mergeCounts, percentileOf, type StepCounts } from '../history/latency-histogram.ts';
import { HOUR_MS } from '../history/rollup-schedule.ts';

/** The latencies of a monitor in the hours before `hoursUntil`. */
export interface LatencySummary {
  readonly hoursUntil: Date;
  /** The median of each hour, oldest first; null in an hour without a latency. */
  readonly medians: readonly (number | null)[];
  /** The median of all of them. */
  readonly medianMs: number | null;
}

/** The median of an hour that is not summarized yet. */
export interface HourMedian {
  readonly at: number;
  readonly medianMs: number;
}

export function latencySummary(hours: readonly StepCounts[], hoursUntil: Date): LatencySummary {
  const byHour = Map.groupBy(hours, ({ at }) => at);
  const starts = hoursBefore(hoursUntil.getTime());
  const counted = starts.map((at) => mergeCounts(byHour.get(at) ?? []));
  return {
    hoursUntil,
    medians: counted.map((counts) => percentileOf(counts, 50)),
    medianMs: percentileOf(mergeCounts(counted), 50),
  };
}

/** The last 24 hours, the running one included. An hour that has been counted since replaces what the summary says. */
export function shownLatencies(
  summary: Pick<LatencySummary, 'hoursUntil' | 'medians'> | undefined,
  since: readonly HourMedian[],
  now: Date,
): (number | null)[] {
  const known = new Map<number, number | null>();
  if (summary !== undefined) {
    for (const [i, at] of hoursBefore(summary.hoursUntil.getTime()).entries())
      known.set(at, summary.medians[i] ?? null);
  }
  for (const { at, medianMs } of since) known.set(at, medianMs);
  return hoursBefore(hourOf(now).getTime() + HOUR_MS).map((at) => known.get(at) ?? null);
}

/** The start of the running hour. */
export function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
}

function hoursBefore(end: number): number[] {
  return Array.from({ length: LATENCY_HOURS }, (_, hour) => end - (LATENCY_HOURS - hour) * HOUR_MS);
}

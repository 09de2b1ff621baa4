// Decides what latencies are read from: days and hours as far as they have been counted, single checks after that.

import type { HistoryRange } from './history-range.ts';
import type { Steps, StepSeconds } from './latency-steps.ts';

/** Until when days and hours have been counted; null if none have. */
export interface RolledUp {
  readonly daysUntil: Date | null;
  readonly hoursUntil: Date | null;
}

/** A part of the range, and the length of the counts that it is read from; 60: from single checks. */
export interface LatencySource extends HistoryRange {
  readonly seconds: StepSeconds;
}

/** The sources of consecutive parts, oldest first. No source is finer than it has to be, nor coarser than the steps. */
export function sourcesOf({ from, to, seconds }: Steps, { daysUntil, hoursUntil }: RolledUp): LatencySource[] {
  const start = from.getTime();
  const daysEnd = seconds === 86_400 ? clamp(daysUntil?.getTime() ?? -Infinity, start, to.getTime()) : start;
  const hoursEnd = seconds === 60 ? daysEnd : clamp(hoursUntil?.getTime() ?? -Infinity, daysEnd, to.getTime());
  const parts = [
    { from, to: new Date(daysEnd), seconds: 86_400 },
    { from: new Date(daysEnd), to: new Date(hoursEnd), seconds: 3_600 },
    { from: new Date(hoursEnd), to, seconds: 60 },
  ] as const;
  return parts.filter((part) => part.from < part.to);
}

function clamp(ms: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, ms));
}

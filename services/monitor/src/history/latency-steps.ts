// Decides by which steps latencies are shown. Steps are multiples of their length in UTC, and cover the whole range.

import { MAX_LATENCY_POINTS, type Detail, type LatencyStep } from '@vedette/contract';
import type { HistoryRange } from './history-range.ts';

const STEPS = [60, 3_600, 86_400] as const;

export type StepSeconds = (typeof STEPS)[number];

export interface Steps extends HistoryRange {
  readonly seconds: StepSeconds;
}

export type StepDecision =
  { readonly kind: 'steps'; readonly steps: Steps } | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

/** `auto` means the finest step with few enough points, of which there is history. Minutes need every single check. */
export function stepsOf(range: HistoryRange, wanted: LatencyStep, checksKeptFrom: Date): StepDecision {
  if (wanted === 'auto') {
    const fits = (seconds: StepSeconds): boolean =>
      pointsOf(range, seconds) <= MAX_LATENCY_POINTS && (seconds > 60 || range.from >= checksKeptFrom);
    return { kind: 'steps', steps: covering(range, STEPS.find(fits) ?? 86_400) };
  }
  const seconds = STEPS.find((each) => String(each) === wanted) ?? 86_400;
  const points = pointsOf(range, seconds);
  if (points <= MAX_LATENCY_POINTS) return { kind: 'steps', steps: covering(range, seconds) };
  const message = `step ${wanted} gives ${points} points in this range; the limit is ${MAX_LATENCY_POINTS}`;
  return { kind: 'refused', faults: [{ path: 'step', message }] };
}

function pointsOf(range: HistoryRange, seconds: StepSeconds): number {
  const { from, to } = covering(range, seconds);
  return (to.getTime() - from.getTime()) / (seconds * 1_000);
}

function covering({ from, to }: HistoryRange, seconds: StepSeconds): Steps {
  const ms = seconds * 1_000;
  return {
    from: new Date(Math.floor(from.getTime() / ms) * ms),
    to: new Date(Math.ceil(to.getTime() / ms) * ms),
    seconds,
  };
}

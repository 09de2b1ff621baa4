import type { MonitorLatency } from '@vedette/contract';
import { mergeCounts, percentileOf, type CheckCounts, type StepCounts } from './latency-histogram.ts';
import type { StepSeconds } from './latency-steps.ts';

/** The counts of any parts of steps become one point a step, oldest first. A step without checks has none. */
export function latencyView(parts: readonly StepCounts[], seconds: StepSeconds): MonitorLatency {
  const ms = seconds * 1_000;
  const bySteps = Map.groupBy(parts, ({ at }) => Math.floor(at / ms) * ms);
  const points = [...bySteps].toSorted(([one], [other]) => one - other).map(([at, counts]) => pointOf(at, counts));
  return { step: seconds, points };
}

function pointOf(at: number, parts: readonly CheckCounts[]): MonitorLatency['points'][number] {
  const counts = mergeCounts(parts);
  return {
    at: new Date(at).toISOString(),
    count: counts.checks,
    failures: counts.failures,
    min: counts.minMs,
    p50: percentileOf(counts, 50),
    p95: percentileOf(counts, 95),
    p99: percentileOf(counts, 99),
    max: counts.maxMs,
  };
}

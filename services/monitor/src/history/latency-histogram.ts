// Decides what counts of latencies say: how they add up, and which percentiles they have.

import { bucketOf, latencyOf } from './latency-buckets.ts';

/** The checks of a period. Checks that could not judge their target are not counted. */
export interface CheckCounts {
  readonly checks: number;
  readonly failures: number;
  /** Null where no check has a latency. */
  readonly minMs: number | null;
  readonly maxMs: number | null;
  /** The buckets that have any latency, in order, and how many each has. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
}

/** The checks of one step, an hour or a day among others, from one region. */
export interface StepCounts extends CheckCounts {
  readonly at: number;
}

/** One check, as far as it is counted. */
export interface CountedCheck {
  readonly isFailed: boolean;
  readonly responseMs: number | null;
}

export const NO_CHECKS: CheckCounts = { checks: 0, failures: 0, minMs: null, maxMs: null, buckets: [], counts: [] };

export function countChecks(checks: readonly CountedCheck[]): CheckCounts {
  const latencies = checks.flatMap(({ responseMs }) => (responseMs === null ? [] : [responseMs]));
  const histogram = new Map<number, number>();
  for (const ms of latencies) add(histogram, bucketOf(ms), 1);
  return {
    checks: checks.length,
    failures: checks.filter(({ isFailed }) => isFailed).length,
    minMs: latencies.reduce<number | null>(lesser, null),
    maxMs: latencies.reduce<number | null>(greater, null),
    ...inOrder(histogram),
  };
}

/** The counts of several periods or regions together. */
export function mergeCounts(all: readonly CheckCounts[]): CheckCounts {
  if (all.length === 1) return all[0] ?? NO_CHECKS;
  const histogram = new Map<number, number>();
  let { checks, failures, minMs, maxMs } = NO_CHECKS;
  for (const each of all) {
    checks += each.checks;
    failures += each.failures;
    minMs = lesser(minMs, each.minMs);
    maxMs = greater(maxMs, each.maxMs);
    for (const [i, bucket] of each.buckets.entries()) add(histogram, bucket, each.counts[i] ?? 0);
  }
  return { checks, failures, minMs, maxMs, ...inOrder(histogram) };
}

/** By nearest rank, to 2 %; null where no check has a latency. */
export function percentileOf({ buckets, counts, minMs, maxMs }: CheckCounts, percent: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0 || minMs === null || maxMs === null) return null;
  const rank = Math.max(1, Math.ceil((percent * total) / 100));
  let passed = 0;
  const found = buckets.findIndex((_, i) => (passed += counts[i] ?? 0) >= rank);
  return Math.min(maxMs, Math.max(minMs, latencyOf(buckets[found] ?? 1)));
}

function add(histogram: Map<number, number>, bucket: number, count: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
}

function inOrder(histogram: ReadonlyMap<number, number>): Pick<CheckCounts, 'buckets' | 'counts'> {
  const entries = [...histogram].toSorted(([one], [other]) => one - other);
  return { buckets: entries.map(([bucket]) => bucket), counts: entries.map(([, count]) => count) };
}

function lesser(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other < one) ? other : one;
}

function greater(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

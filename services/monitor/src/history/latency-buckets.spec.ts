import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUCKET_BOUNDS, percentile } from './latency-buckets.ts';

/** As PostgreSQL's width_bucket over the bounds. */
const bucketOf = (ms: number): number => BUCKET_BOUNDS.filter((start) => start <= ms).length;

function histogramOf(latencies: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ms of latencies) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
  return counts;
}

describe('percentiles out of buckets', () => {
  it('are null without a latency', () => {
    expect(percentile(new Map(), 95)).toBeNull();
    expect(percentile(new Map([[3, 0]]), 95)).toBeNull();
  });

  it('are exact where buckets are a millisecond wide', () => {
    const histogram = histogramOf([1, 2, 3, 4, 5, 6]);
    expect([0, 50, 95, 100].map((percent) => percentile(histogram, percent))).toEqual([1, 3, 6, 6]);
  });

  it('are never further from the nearest rank than a bucket is wide', () => {
    const latencies = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(latencies, fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const rank = Math.ceil((percent * values.length) / 100);
        const exact = values.toSorted((one, other) => one - other)[rank - 1] ?? 0;
        const estimate = percentile(histogramOf(values), percent) ?? -1;
        expect(bucketOf(estimate)).toBe(bucketOf(exact));
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.16));
      }),
    );
  });

  it('grow with the percentage', () => {
    const histogram = histogramOf(Array.from({ length: 1_000 }, (_, i) => (i * i) % 9_000));
    const values = [1, 25, 50, 75, 95, 99, 100].map((percent) => percentile(histogram, percent) ?? -1);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
  });
});

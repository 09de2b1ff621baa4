import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUCKET_BOUNDS, bucketOf, latencyOf } from './latency-buckets.ts';

describe('the buckets of latencies', () => {
  it('begin at nothing, and each behind the one before', () => {
    expect(BUCKET_BOUNDS[0]).toBe(0);
    expect(BUCKET_BOUNDS).toEqual([...new Set(BUCKET_BOUNDS)].toSorted((one, other) => one - other));
  });

  it('hold one millisecond alone up to 25 ms', () => {
    const exact = Array.from({ length: 26 }, (_, ms) => ms);
    expect(BUCKET_BOUNDS.slice(0, 26)).toEqual(exact);
    expect(exact.map((ms) => latencyOf(bucketOf(ms)))).toEqual(exact);
  });

  it('are 4 % of their latency wide, to the nearest millisecond, up to the longest attempt', () => {
    const widths = BUCKET_BOUNDS.slice(1).map((to, index) => ({ from: BUCKET_BOUNDS[index] ?? 0, to }));
    expect(widths.filter(({ from, to }) => to - from > Math.max(1, from * 0.04 + 0.5))).toEqual([]);
    expect(widths.filter(({ from, to }) => from >= 100 && to - from < from * 0.04 - 0.5)).toEqual([]);
    expect(BUCKET_BOUNDS.at(-1)).toBeGreaterThan(60_000 / 1.05);
    expect(BUCKET_BOUNDS.length).toBeLessThan(32_767);
  });

  it.each([
    { ms: 0, bucket: 1 },
    { ms: 25, bucket: 26 },
    { ms: 38, bucket: 39 },
    { ms: 39, bucket: 39 },
    { ms: 40, bucket: 40 },
    { ms: 1_000_000, bucket: BUCKET_BOUNDS.length },
  ])('$ms ms is in bucket $bucket', ({ ms, bucket }) => {
    expect(bucketOf(ms)).toBe(bucket);
  });

  it('tell a latency to 2 %, or exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (ms) => {
        const bucket = bucketOf(ms);
        expect(BUCKET_BOUNDS[bucket - 1]).toBeLessThanOrEqual(ms);
        expect(BUCKET_BOUNDS[bucket] ?? Infinity).toBeGreaterThan(ms);
        expect(Math.abs(latencyOf(bucket) - ms)).toBeLessThanOrEqual(ms <= 25 ? 0 : ms * 0.02 + 1);
      }),
    );
  });
});

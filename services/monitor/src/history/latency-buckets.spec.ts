import { describe, expect, it } from '@jest/globals';
import { BUCKET_BOUNDS } from './latency-buckets.ts';

describe('the buckets of latencies', () => {
  it('begin at nothing, and each behind the one before', () => {
    expect(BUCKET_BOUNDS[0]).toBe(0);
    expect(BUCKET_BOUNDS).toEqual([...new Set(BUCKET_BOUNDS)].toSorted((one, other) => one - other));
  });

  it.each([0, 1, 2, 3])('hold one millisecond alone at %d ms', (ms) => {
    expect(BUCKET_BOUNDS.slice(ms, ms + 2)).toEqual([ms, ms + 1]);
  });

  it('are 15 % of their latency wide, to the nearest millisecond, up to the longest attempt', () => {
    const widths = BUCKET_BOUNDS.slice(1).map((to, index) => ({ from: BUCKET_BOUNDS[index] ?? 0, to }));
    expect(widths.filter(({ from, to }) => to - from > Math.max(1, from * 0.15 + 0.5))).toEqual([]);
    expect(BUCKET_BOUNDS.at(-1)).toBeGreaterThan(60_000 / 1.16);
  });
});

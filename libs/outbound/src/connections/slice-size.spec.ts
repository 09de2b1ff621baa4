import { describe, expect, it } from '@jest/globals';
import { FIRST_SLICE_BYTES, nextSliceBytes, ONE_TURN_MS, SLICE_BYTES } from './slice-size.ts';

describe('the next slice', () => {
  it.each([
    { name: 'is twice as large after one that cost little', sliceBytes: 1_024, tookMs: 0.124, next: 2_048 },
    { name: 'is as large after one that cost a quarter of a turn', sliceBytes: 1_024, tookMs: 0.125, next: 1_024 },
    { name: 'is as large after one that cost a turn', sliceBytes: 1_024, tookMs: 0.5, next: 1_024 },
    { name: 'is half as large after one that cost more', sliceBytes: 1_024, tookMs: 0.501, next: 512 },
    { name: 'is never larger than the most', sliceBytes: SLICE_BYTES, tookMs: 0, next: SLICE_BYTES },
    { name: 'is never smaller than the least', sliceBytes: 256, tookMs: 100, next: 256 },
  ])('$name', ({ sliceBytes, tookMs, next }) => {
    expect(nextSliceBytes(sliceBytes, tookMs)).toBe(next);
  });

  it('reaches the most soon when nothing is expensive', () => {
    const sizes = [FIRST_SLICE_BYTES];
    while (sizes.length < 4) sizes.push(nextSliceBytes(sizes.at(-1) ?? 0, ONE_TURN_MS / 10));
    expect(sizes).toEqual([1_024, 2_048, 4_096, 4_096]);
  });
});

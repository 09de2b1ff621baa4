import { describe, expect, it } from '@jest/globals';
import { LocalWindows } from './local-windows.ts';

describe('fixed windows in memory', () => {
  it('open with the first request and close a window later, however many come in between', () => {
    const windows = new LocalWindows(60_000);
    expect(windows.count('a', 1_000)).toEqual({ count: 1, resetMs: 60_000 });
    expect(windows.count('a', 31_000)).toEqual({ count: 2, resetMs: 30_000 });
    expect(windows.count('a', 60_999)).toEqual({ count: 3, resetMs: 1 });
    expect(windows.count('a', 61_000)).toEqual({ count: 1, resetMs: 60_000 });
  });

  it('count each bucket for itself', () => {
    const windows = new LocalWindows(60_000);
    windows.count('a', 0);
    expect(windows.count('b', 0).count).toBe(1);
  });

  it('go on from the count that was shared last', () => {
    const windows = new LocalWindows(60_000);
    windows.mirror('a', 119, 50_000, 0);
    expect(windows.count('a', 10_000)).toEqual({ count: 120, resetMs: 40_000 });
  });

  it('hold no more than their bound', () => {
    const windows = new LocalWindows(60_000);
    for (let index = 0; index < 100_001; index += 1) windows.count(`bucket-${index}`, index);
    expect(windows.count('bucket-100000', 100_001).count).toBe(2);
    expect(windows.count('bucket-0', 100_001).count).toBe(1);
  });
});

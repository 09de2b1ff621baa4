import { describe, expect, it } from '@jest/globals';
import { LocalWindows } from './local-windows.ts';

const MINUTE = 60_000;

describe('fixed windows in memory', () => {
  it('open with the first request and close a window later, however many come in between', () => {
    const windows = new LocalWindows();
    expect(windows.count('a', MINUTE, 1_000)).toEqual({ count: 1, resetMs: 60_000 });
    expect(windows.count('a', MINUTE, 31_000)).toEqual({ count: 2, resetMs: 30_000 });
    expect(windows.count('a', MINUTE, 60_999)).toEqual({ count: 3, resetMs: 1 });
    expect(windows.count('a', MINUTE, 61_000)).toEqual({ count: 1, resetMs: 60_000 });
  });

  it('are as long as whoever counts says', () => {
    const windows = new LocalWindows();
    expect(windows.count('a', 3_600_000, 0)).toEqual({ count: 1, resetMs: 3_600_000 });
    expect(windows.count('a', 3_600_000, MINUTE)).toEqual({ count: 2, resetMs: 3_540_000 });
  });

  it('count each bucket for itself', () => {
    const windows = new LocalWindows();
    windows.count('a', MINUTE, 0);
    expect(windows.count('b', MINUTE, 0).count).toBe(1);
  });

  it('go on from the count that was shared last', () => {
    const windows = new LocalWindows();
    windows.mirror('a', 119, 50_000, 0);
    expect(windows.count('a', MINUTE, 10_000)).toEqual({ count: 120, resetMs: 40_000 });
  });

  it('hold no more than their bound', () => {
    const windows = new LocalWindows();
    for (let index = 0; index < 100_001; index += 1) windows.count(`bucket-${index}`, MINUTE, index);
    expect(windows.count('bucket-100000', MINUTE, 100_001).count).toBe(2);
    expect(windows.count('bucket-0', MINUTE, 100_001).count).toBe(1);
  });
});

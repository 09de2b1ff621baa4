import { describe, expect, it } from '@jest/globals';
import { nextStart } from './restart-delay.ts';

describe('when a process that stopped by itself is started again', () => {
  const rows = [
    { name: 'the first time, soon', before: 0, ranMs: 10, crashes: 1, delayMs: 500 },
    { name: 'the second time in a row, later', before: 1, ranMs: 10, crashes: 2, delayMs: 1_000 },
    { name: 'just below the longest wait', before: 5, ranMs: 10, crashes: 6, delayMs: 16_000 },
    { name: 'at the longest wait', before: 6, ranMs: 10, crashes: 7, delayMs: 30_000 },
    { name: 'never later than that', before: 5_000, ranMs: 10, crashes: 5_001, delayMs: 30_000 },
    { name: 'still in a row just before it counts as well', before: 3, ranMs: 59_999, crashes: 4, delayMs: 4_000 },
    { name: 'as if for the first time once it was well', before: 3, ranMs: 60_000, crashes: 1, delayMs: 500 },
  ];
  it.each(rows)('$name', ({ before, ranMs, crashes, delayMs }) => {
    expect(nextStart({ before, ranMs })).toEqual({ crashes, delayMs });
  });
});

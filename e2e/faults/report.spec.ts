import { describe, expect, it } from '@jest/globals';
import { healTable } from './report.ts';

describe('the table of times to heal', () => {
  it('has median and maximum of each kind that was alone, and of all others together', () => {
    const rounds = [
      { faults: ['kill'], healedMs: 1_000 },
      { faults: ['kill'], healedMs: 9_000 },
      { faults: ['kill'], healedMs: 2_000 },
      { faults: ['kill', 'reset'], healedMs: 4_000 },
      { faults: ['a clock'], healedMs: 340 },
    ];
    expect(healTable(rounds)).toBe(
      [
        'Fault                 rounds    p50    max',
        'a clock                    1  0.3 s  0.3 s',
        'kill                       3  2.0 s  9.0 s',
        'two or three at once       1  4.0 s  4.0 s',
        '',
      ].join('\n'),
    );
  });

  it('takes the lower one of two as the median', () => {
    const rounds = [1, 3].map((healedMs) => ({ faults: ['kill'], healedMs: healedMs * 1_000 }));
    expect(healTable(rounds)).toContain('1.0 s  3.0 s');
  });
});

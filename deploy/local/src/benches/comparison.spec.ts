import { describe, expect, it } from '@jest/globals';
import { compare, comparisonTable } from './comparison.ts';
import type { Figure } from './figures.ts';

const rounds = (name: string, values: readonly number[], isProcessorTime = true): Figure[][] =>
  values.map((value) => [{ name, value, isProcessorTime }]);

describe('two commits', () => {
  const rows: { what: string; before: number[]; after: number[]; isProcessorTime?: false; isWorse: boolean }[] = [
    { what: 'more than 5 % slower in every round', before: [100, 101, 102], after: [107, 108, 109], isWorse: true },
    { what: '5 % slower', before: [100, 100, 100], after: [105, 105, 105], isWorse: false },
    { what: 'slower within the spread', before: [90, 100, 110], after: [109, 120, 130], isWorse: false },
    { what: 'slower beyond the spread', before: [90, 100, 110], after: [111, 120, 130], isWorse: true },
    { what: 'faster', before: [100, 101, 102], after: [50, 51, 52], isWorse: false },
    {
      what: 'other than in processor time',
      before: [1, 1, 1],
      after: [9, 9, 9],
      isProcessorTime: false,
      isWorse: false,
    },
  ];
  it.each(rows)('$what: worse is $isWorse', ({ before, after, isProcessorTime = true, isWorse }) => {
    const { compared } = compare(rounds('a', before, isProcessorTime), rounds('a', after, isProcessorTime));
    expect(compared.map((each) => each.isWorse)).toEqual([isWorse]);
  });

  it('are compared by what both have measured, processor time first', () => {
    const before: Figure[][] = [
      [
        { name: 'rate', value: 2_000, isProcessorTime: false },
        { name: 'time', value: 4, isProcessorTime: true },
        { name: 'gone', value: 1, isProcessorTime: true },
      ],
    ];
    const after: Figure[][] = [
      [
        { name: 'rate', value: 1_000, isProcessorTime: false },
        { name: 'time', value: 5, isProcessorTime: true },
        { name: 'new', value: 1, isProcessorTime: true },
      ],
    ];
    const comparison = compare(before, after);
    expect(comparison.compared.map(({ name, change }) => [name, change])).toEqual([
      ['time', 25],
      ['rate', -50],
    ]);
    expect(comparisonTable('checks', comparison, '68b9300')).toBe(
      [
        'checks              68b9300                 here   change',
        'time                4 (4-4)              5 (5-5)  +25.0 %',
        'rate    2,000 (2,000-2,000)  1,000 (1,000-1,000)  -50.0 %',
        'new      not measured there',
        'gone                           not measured here',
        '',
      ].join('\n'),
    );
  });
});

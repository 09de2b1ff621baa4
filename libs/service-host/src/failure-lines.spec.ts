import { describe, expect, it } from '@jest/globals';
import { FailureLines } from './failure-lines.ts';

/** Receivers are named as their organization, with a number. */
function linesOf(lines: FailureLines, failures: readonly (readonly [receiver: string, reason: string])[]): boolean[] {
  return failures.map(([receiver, reason]) => lines.fail(receiver.charAt(0), receiver, reason));
}

function many(count: number): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [`a${index}`, '400'] as const);
}

describe('a failure', () => {
  it.each<{ name: string; failures: (readonly [string, string])[]; isLine: boolean[] }>([
    { name: 'gets a line', failures: [['a1', '400']], isLine: [true] },
    {
      name: 'gets none if it is repeated',
      failures: [
        ['a1', '400'],
        ['a1', '400'],
      ],
      isLine: [true, false],
    },
    {
      name: 'gets one for each receiver',
      failures: [
        ['a1', '400'],
        ['a2', '400'],
      ],
      isLine: [true, true],
    },
    {
      name: 'gets one if the reason changes',
      failures: [
        ['a1', '400'],
        ['a1', '500'],
        ['a1', '400'],
      ],
      isLine: [true, true, true],
    },
  ])('$name', ({ failures, isLine }) => {
    expect(linesOf(new FailureLines(), failures)).toEqual(isLine);
  });

  it('gets a line again after a success', () => {
    const lines = new FailureLines();
    linesOf(lines, [['a1', '400']]);
    lines.succeed('a1');
    expect(linesOf(lines, [['a1', '400']])).toEqual([true]);
  });

  it('gets a line only up to fifty of its organization, until the next sum', () => {
    const lines = new FailureLines();
    expect(linesOf(lines, many(51)).lastIndexOf(true)).toBe(49);
    expect(linesOf(lines, [['b1', '400']])).toEqual([true]);
    lines.takeSum();
    expect(linesOf(lines, [['a1', '500']])).toEqual([true]);
    expect(linesOf(lines, [['a50', '400']])).toEqual([false]);
  });
});

describe('the sum', () => {
  it.each<{ name: string; receivers: string[]; sum: ReturnType<FailureLines['takeSum']> }>([
    { name: 'is nothing without failures', receivers: [], sum: null },
    { name: 'is nothing if each has a line', receivers: ['a1', 'b1'], sum: null },
    {
      name: 'counts what has no line',
      receivers: ['a1', 'a1', 'a1'],
      sum: { failures: 2, organizations: 1, most: [{ organizationId: 'a', failures: 2 }] },
    },
    {
      name: 'names the three organizations with the most',
      receivers: ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'b', 'c', 'd', 'c', 'd', 'd'],
      sum: {
        failures: 10,
        organizations: 4,
        most: [
          { organizationId: 'd', failures: 4 },
          { organizationId: 'c', failures: 3 },
          { organizationId: 'b', failures: 2 },
        ],
      },
    },
  ])('$name', ({ receivers, sum }) => {
    const lines = new FailureLines();
    linesOf(
      lines,
      receivers.map((receiver) => [receiver, '400'] as const),
    );
    expect(lines.takeSum()).toEqual(sum);
    expect(lines.takeSum()).toBeNull();
  });
});

describe('the memory', () => {
  it('forgets the receiver that failed the longest time ago', () => {
    const lines = new FailureLines();
    for (let index = 0; index < 10_000; index += 1) lines.fail(`o${index}`, `r${index}`, '400');
    expect(lines.fail('o0', 'r0', '400')).toBe(false);
    expect(lines.fail('new', 'new', '400')).toBe(true);
    expect(lines.fail('o0', 'r0', '400')).toBe(false);
    expect(lines.fail('o1', 'r1', '400')).toBe(true);
  });
});

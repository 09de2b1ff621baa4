import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countChecks, mergeCounts, NO_CHECKS, percentileOf, type CountedCheck } from './latency-histogram.ts';

const ok = (responseMs: number | null): CountedCheck => ({ isFailed: false, responseMs });
const failed: CountedCheck = { isFailed: true, responseMs: null };
const upTo = (last: number): CountedCheck[] => Array.from({ length: last }, (_, i) => ok(i + 1));

describe('percentiles of counted checks', () => {
  it.each([
    { name: 'nothing', checks: [], expected: [null, null, null] },
    { name: 'failures alone', checks: [failed, failed], expected: [null, null, null] },
    { name: 'checks without a latency', checks: [ok(null)], expected: [null, null, null] },
    { name: 'one check', checks: [ok(1_234)], expected: [1_234, 1_234, 1_234] },
    { name: 'two: the first is in the middle', checks: [ok(10), ok(20)], expected: [10, 20, 20] },
    { name: 'a failure beside them', checks: [ok(10), failed, ok(20)], expected: [10, 20, 20] },
    { name: 'twenty, exactly', checks: upTo(20), expected: [10, 19, 20] },
    {
      name: 'one slow among a hundred',
      checks: [...Array<CountedCheck>(99).fill(ok(7)), ok(5_000)],
      expected: [7, 7, 7],
    },
    {
      name: 'two slow among a hundred, never above the slowest',
      checks: [...Array<CountedCheck>(98).fill(ok(7)), ok(5_000), ok(5_000)],
      expected: [7, 7, 5_000],
    },
  ])('of $name', ({ checks, expected }) => {
    const counts = countChecks(checks);
    expect([50, 95, 99].map((percent) => percentileOf(counts, percent))).toEqual(expected);
  });

  it('are at most 2 % from the latency of that rank', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(1, 50, 95, 99, 100),
        (latencies, percent) => {
          const sorted = latencies.toSorted((one, other) => one - other);
          const exact = sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? NaN;
          const told = percentileOf(countChecks(latencies.map(ok)), percent) ?? NaN;
          expect(Math.abs(told - exact)).toBeLessThanOrEqual(exact <= 25 ? 0 : exact * 0.02 + 1);
        },
      ),
    );
  });
});

describe('counts', () => {
  const checks = fc.array(
    fc.record({ isFailed: fc.boolean(), responseMs: fc.option(fc.integer({ min: 0, max: 70_000 })) }),
    { maxLength: 60 },
  );

  it('count failures and the fastest and slowest check', () => {
    expect(countChecks([ok(30), failed, ok(10), ok(null), ok(20)])).toMatchObject({
      checks: 5,
      failures: 1,
      minMs: 10,
      maxMs: 30,
    });
    expect(countChecks([])).toEqual(NO_CHECKS);
  });

  it('merged are the counts of all of them, in whatever parts', () => {
    fc.assert(
      fc.property(fc.array(checks, { maxLength: 5 }), (parts) => {
        expect(mergeCounts(parts.map(countChecks))).toEqual(countChecks(parts.flat()));
      }),
    );
  });
});

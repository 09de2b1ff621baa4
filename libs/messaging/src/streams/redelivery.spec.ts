import { describe, expect, it } from '@jest/globals';
import { redelivery, type Redelivery } from './redelivery.ts';

describe('what becomes of a failed event', () => {
  const rows: { name: string; count: number; verdict: Redelivery }[] = [
    { name: 'comes again soon after the first failure', count: 1, verdict: { kind: 'again', delayMs: 500 } },
    { name: 'waits twice as long after the second', count: 2, verdict: { kind: 'again', delayMs: 1_000 } },
    { name: 'waits below the longest delay', count: 7, verdict: { kind: 'again', delayMs: 32_000 } },
    { name: 'never waits longer than a minute', count: 8, verdict: { kind: 'again', delayMs: 60_000 } },
    { name: 'comes again below the limit', count: 19, verdict: { kind: 'again', delayMs: 60_000 } },
    { name: 'is parked at the limit', count: 20, verdict: { kind: 'park', delayMs: 60_000 } },
    { name: 'is parked above the limit', count: 21, verdict: { kind: 'park', delayMs: 60_000 } },
  ];
  it.each(rows)('$name', ({ count, verdict }) => {
    expect(redelivery(count, true)).toEqual(verdict);
  });

  it.each([1, 20, 21, 10_000])('comes again after delivery %i that met a failure of infrastructure', (count) => {
    expect(redelivery(count, false).kind).toBe('again');
  });

  it('waits for infrastructure as long as for anything, and no longer', () => {
    expect(redelivery(10_000, false).delayMs).toBe(60_000);
  });
});

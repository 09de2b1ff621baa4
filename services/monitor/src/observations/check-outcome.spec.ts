import { describe, expect, it } from '@jest/globals';
import type { CheckAttempt, CheckOutcome } from '@vedette/contract';
import { beganAt, endedAt, errorOf, evidenceOf, filedAt, lastAttemptAt } from './check-outcome.ts';

const attempt = (error: string | null, second: number, total: number | null = 40): CheckAttempt => ({
  checkedAt: `2026-03-01T12:00:0${second}.000Z`,
  worker: 'w1',
  region: 'eu',
  error,
  statusCode: null,
  responseMs: 40,
  phases: { dns: null, connect: null, tls: null, firstByte: null, total },
});

function outcome(verdict: CheckOutcome['verdict'], attempts: CheckAttempt[]): CheckOutcome {
  return {
    verdict,
    attempts,
    responseMs: null,
    pace: null,
    observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
  };
}

describe('why a check failed', () => {
  it.each([
    { name: 'the first failed attempt says', verdict: 'FAILED', errors: ['got 503', 'got 502'], is: 'got 503' },
    { name: 'an attempt that met nothing says nothing', verdict: 'FAILED', errors: [null, 'got 502'], is: 'got 502' },
    { name: 'is unknown without an error', verdict: 'FAILED', errors: [null], is: 'The check failed' },
    { name: 'is unknown without an attempt', verdict: 'FAILED', errors: [], is: 'The check failed' },
    { name: 'is no question of one that succeeded', verdict: 'SUCCEEDED', errors: ['got 503', null], is: null },
    { name: 'is no question of one that could not judge', verdict: 'UNOBSERVED', errors: ['got 503'], is: null },
  ] as const)('$name', ({ verdict, errors, is }) => {
    const attempts = errors.map((error, index) => attempt(error, index));
    expect(errorOf(outcome(verdict, attempts))).toBe(is);
  });
});

describe('the times of a check', () => {
  it.each([
    {
      name: 'of two attempts',
      attempts: [attempt('x', 1), attempt('x', 2, 500)],
      times: ['01.000', '02.000', '02.500'],
    },
    { name: 'of one attempt', attempts: [attempt(null, 1, 30)], times: ['01.000', '01.000', '01.030'] },
    {
      name: 'of one that took no measured time',
      attempts: [attempt(null, 1, null)],
      times: ['01.000', '01.000', '01.000'],
    },
  ])('$name', ({ attempts, times }) => {
    const read = outcome('FAILED', attempts);
    expect([beganAt(read), lastAttemptAt(read), endedAt(read)]).toEqual(
      times.map((seconds) => new Date(`2026-03-01T12:00:${seconds}Z`)),
    );
  });

  it('are unknown without an attempt', () => {
    const nothing = outcome('UNOBSERVED', []);
    expect([beganAt(nothing), lastAttemptAt(nothing), endedAt(nothing)]).toEqual([undefined, undefined, undefined]);
  });
});

describe('what proves an outage', () => {
  it.each([
    {
      name: 'the failed attempts of a failed check',
      verdict: 'FAILED',
      attempts: [attempt('got 503', 1), attempt(null, 2), attempt('got 502', 3)],
      proof: [attempt('got 503', 1), attempt('got 502', 3)],
    },
    {
      name: 'the last attempt of a check that saw an expired date',
      verdict: 'SUCCEEDED',
      attempts: [attempt('got 503', 1), attempt(null, 2)],
      proof: [attempt('the cause', 2)],
    },
    { name: 'nothing without an attempt', verdict: 'FAILED', attempts: [], proof: [] },
  ] as const)('$name', ({ verdict, attempts, proof }) => {
    expect(evidenceOf(outcome(verdict, [...attempts]), 'the cause')).toEqual(proof);
  });
});

describe('the history keeps a result', () => {
  const result = {
    monitorId: 'mon_1',
    epoch: 1,
    slotAt: new Date(1_000),
    outcome: outcome('SUCCEEDED', []),
    isScheduled: true,
  };
  it('under its slot', () => {
    expect(filedAt(result)).toEqual(new Date(1_000));
  });

  it('under a moment of its own, where it has one', () => {
    expect(filedAt({ ...result, filedAt: new Date(2_000) })).toEqual(new Date(2_000));
  });
});

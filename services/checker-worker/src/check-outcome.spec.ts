import { describe, expect, it } from '@jest/globals';
import type { AttemptReport } from './attempts.ts';
import { cutOffOutcome, outcomeOf, type Confirmation } from './check-outcome.ts';

const phases = { dns: null, connect: null, tls: null, firstByte: null, total: 5 };
const report = (
  error: string | null,
  worker = 'one',
  observation: Partial<AttemptReport['observation']> = {},
): AttemptReport => ({
  attempt: {
    checkedAt: '2026-01-01T00:00:00.000Z',
    worker,
    region: 'north',
    error,
    statusCode: null,
    responseMs: error === null ? 12 : null,
    phases,
  },
  pace: { longestAttemptMs: 5, hasTimedOut: false },
  observation: { certExpiresAt: null, dnsAnswer: null, registration: null, ...observation },
});
const up = report(null, 'two');
const down = report('down', 'two');

describe('the verdict', () => {
  it.each<[string, AttemptReport | null, Confirmation | null, string, number]>([
    ['a success', report(null), null, 'SUCCEEDED', 1],
    ['a failure that another worker confirms', report('down'), { by: 'PEER', report: down }, 'FAILED', 2],
    ['a failure that another worker contradicts', report('down'), { by: 'PEER', report: up }, 'SUCCEEDED', 2],
    ['a failure that we confirm', report('down'), { by: 'SELF', report: down, isNetworkInDoubt: false }, 'FAILED', 2],
    ['a failure that passes', report('down'), { by: 'SELF', report: up, isNetworkInDoubt: false }, 'SUCCEEDED', 2],
    [
      'a failure that we confirm in doubt',
      report('down'),
      { by: 'SELF', report: down, isNetworkInDoubt: true },
      'UNOBSERVED',
      2,
    ],
    ['a success in doubt', report('down'), { by: 'SELF', report: up, isNetworkInDoubt: true }, 'SUCCEEDED', 2],
    [
      'a second look that could not be taken',
      report('down'),
      { by: 'SELF', report: null, isNetworkInDoubt: false },
      'UNOBSERVED',
      1,
    ],
    ['a failure that nobody could look at', report('down'), { by: 'NOBODY' }, 'UNOBSERVED', 1],
    ['a failure without a second look', report('down'), null, 'UNOBSERVED', 1],
    ['nothing seen at all', null, null, 'UNOBSERVED', 0],
  ])('of %s', (_name, first, confirmation, verdict, attempts) => {
    const outcome = outcomeOf(first, confirmation);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.attempts).toHaveLength(attempts);
    expect(outcome.responseMs).toBe(verdict === 'SUCCEEDED' ? 12 : null);
  });
});

describe('what was learned', () => {
  it('is that of the attempt that succeeded', () => {
    const first = report('down', 'one', { certExpiresAt: 'early' });
    const second = report(null, 'two', { certExpiresAt: 'late' });
    expect(outcomeOf(first, { by: 'PEER', report: second }).observation.certExpiresAt).toBe('late');
  });

  it('is the newest of a failed check, and what only the first attempt saw', () => {
    const first = report('down', 'one', { dnsAnswer: ['1'], certExpiresAt: 'early' });
    const second = report('down', 'two', { dnsAnswer: ['2'] });
    expect(outcomeOf(first, { by: 'PEER', report: second }).observation).toEqual({
      dnsAnswer: ['2'],
      certExpiresAt: 'early',
      registration: null,
    });
  });
});

describe('the pace', () => {
  it('is that of the longer attempt', () => {
    const first = { ...report('down'), pace: { longestAttemptMs: 30_000, hasTimedOut: true } };
    expect(outcomeOf(first, { by: 'PEER', report: down }).pace).toEqual(first.pace);
    expect(outcomeOf(null, null).pace).toBeNull();
  });

  it('of a check that was cut off is all that is known of it', () => {
    expect(cutOffOutcome(2_100.4)).toMatchObject({
      verdict: 'UNOBSERVED',
      attempts: [],
      pace: { longestAttemptMs: 2_100, hasTimedOut: false },
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { paceOfAttempt } from './attempt-pace.ts';

const phases = (total: number | null) => ({ dns: null, connect: null, tls: null, firstByte: null, total });

describe('paceOfAttempt', () => {
  it.each<[string, number, string | null, number | null, number, boolean]>([
    ['a quick success', 30, null, 12, 12, false],
    ['a quick failure', 30, 'refused', 3, 3, false],
    ['a timeout', 30, 'no answer', 30_004, 30_004, true],
    ['a timer that fired a little early', 1, 'no answer', 991, 991, true],
    ['a timer that fired as early as timers do', 1, 'no answer', 990, 990, true],
    ['a failure shortly before the limit', 30, 'reset', 29_000, 29_000, false],
    ['a success at the very end', 1, null, 1_000, 1_000, false],
    ['an attempt without a time', 30, 'no such host', null, 0, false],
  ])('%s', (_name, timeoutSeconds, error, total, longestAttemptMs, hasTimedOut) => {
    expect(paceOfAttempt({ timeoutSeconds }, { error, phases: phases(total) })).toEqual({
      longestAttemptMs,
      hasTimedOut,
    });
  });
});

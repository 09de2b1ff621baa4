import { describe, expect, it } from '@jest/globals';
import type { CheckLane, CheckOutcome, CheckPace } from '@vedette/contract';
import { NEW_LANE, nextLane } from './next-lane.ts';

const outcome = (verdict: CheckOutcome['verdict'], pace: CheckPace | null): CheckOutcome => ({
  verdict,
  attempts: [],
  responseMs: null,
  pace,
  observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
});
const quick = { longestAttemptMs: 30, hasTimedOut: false };
const long = { longestAttemptMs: 2_001, hasTimedOut: false };
const timeout = { longestAttemptMs: 1_000, hasTimedOut: true };

describe('the next lane', () => {
  it.each<[string, CheckLane, CheckOutcome, CheckLane]>([
    ['of a fast one that answers at once', 'FAST', outcome('SUCCEEDED', quick), 'FAST'],
    ['of a fast one that takes long', 'FAST', outcome('SUCCEEDED', long), 'SLOW'],
    ['of a fast one that times out', 'FAST', outcome('FAILED', timeout), 'SLOW'],
    ['of a fast one that fails at once', 'FAST', outcome('FAILED', quick), 'FAST'],
    ['of a slow one that answers at once', 'SLOW', outcome('SUCCEEDED', quick), 'FAST'],
    ['of a slow one that fails at once', 'SLOW', outcome('FAILED', quick), 'FAST'],
    ['of a slow one that still takes long', 'SLOW', outcome('SUCCEEDED', long), 'SLOW'],
    ['of a fast one that was cut off', 'FAST', outcome('UNOBSERVED', long), 'SLOW'],
    ['of a fast one that nobody looked at', 'FAST', outcome('UNOBSERVED', null), 'FAST'],
    ['of a slow one that nobody looked at', 'SLOW', outcome('UNOBSERVED', null), 'SLOW'],
  ])('%s', (_name, lane, last, next) => {
    expect(nextLane(lane, last)).toBe(next);
  });

  it('of a new monitor is the fast one', () => {
    expect(NEW_LANE).toBe('FAST');
  });
});

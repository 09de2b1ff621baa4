import { describe, expect, it } from '@jest/globals';
import { nextAttempt, type FailedAttempt } from './alert-schedule.ts';

const now = new Date('2026-11-15T10:00:00.000Z');

/** Seconds until the next attempt, or null when there is none. */
function delay(failed: Partial<FailedAttempt>, random = 0.5): number | null {
  const next = nextAttempt({ attempts: 1, isPermanent: false, retryAfterMs: null, ...failed }, now, random);
  return next.kind === 'again' ? (next.at.getTime() - now.getTime()) / 1_000 : null;
}

describe('an alert that failed', () => {
  it.each([
    { attempts: 1, seconds: 2 },
    { attempts: 2, seconds: 10 },
    { attempts: 3, seconds: 30 },
    { attempts: 4, seconds: 60 },
    { attempts: 5, seconds: 120 },
    { attempts: 6, seconds: 300 },
    { attempts: 7, seconds: 600 },
    { attempts: 8, seconds: 1_200 },
    { attempts: 9, seconds: 1_800 },
    { attempts: 10, seconds: 3_600 },
    { attempts: 11, seconds: 3_600 },
    { attempts: 12, seconds: 7_200 },
    { attempts: 13, seconds: null },
    { attempts: 14, seconds: null },
  ])('for the $attempts. time comes again after $seconds s', ({ attempts, seconds }) => {
    expect(delay({ attempts })).toBe(seconds);
  });

  it.each([
    { name: 'comes a tenth earlier at the least', random: 0, seconds: 27 },
    { name: 'comes a tenth later at the most', random: 1, seconds: 33 },
  ])('$name', ({ random, seconds }) => {
    expect(delay({ attempts: 3 }, random)).toBe(seconds);
  });

  it.each([
    { name: 'waits as long as the receiver asks', retryAfterMs: 45_000, seconds: 45 },
    { name: 'waits longer than the receiver asks when it would anyway', retryAfterMs: 5_000, seconds: 30 },
    { name: 'waits no longer than an hour for the receiver', retryAfterMs: 7_200_000, seconds: 3_600 },
  ])('$name', ({ retryAfterMs, seconds }) => {
    expect(delay({ attempts: 3, retryAfterMs })).toBe(seconds);
  });

  it('is given up at once when it would fail again', () => {
    expect(delay({ isPermanent: true })).toBeNull();
  });
});

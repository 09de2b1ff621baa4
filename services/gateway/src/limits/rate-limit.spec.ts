import { describe, expect, it } from '@jest/globals';
import { rateVerdict, resetSeconds, type CountedWindow } from './rate-limit.ts';

describe('what a counted window means', () => {
  const rows: { name: string; window: CountedWindow; isAllowed: boolean; remaining: string; reset: string }[] = [
    {
      name: 'the first request opens it',
      window: { count: 1, resetMs: 60_000 },
      isAllowed: true,
      remaining: '119',
      reset: '60',
    },
    { name: 'below the limit', window: { count: 119, resetMs: 30_001 }, isAllowed: true, remaining: '1', reset: '31' },
    { name: 'at the limit', window: { count: 120, resetMs: 30_000 }, isAllowed: true, remaining: '0', reset: '30' },
    { name: 'above the limit', window: { count: 121, resetMs: 29_000 }, isAllowed: false, remaining: '0', reset: '29' },
    {
      name: 'never says 0 seconds while it is open',
      window: { count: 500, resetMs: 0 },
      isAllowed: false,
      remaining: '0',
      reset: '1',
    },
  ];
  it.each(rows)('$name', ({ window, isAllowed, remaining, reset }) => {
    const verdict = rateVerdict({ name: 'public-api', limit: 120 }, window);
    expect(verdict.isAllowed).toBe(isAllowed);
    expect(verdict.headers).toEqual({
      'RateLimit-Limit': '120',
      'RateLimit-Remaining': remaining,
      'RateLimit-Reset': reset,
      RateLimit: `public-api;r=${remaining};t=${reset}`,
      'RateLimit-Policy': 'public-api;q=120;w=60',
    });
  });

  it('names the policy that counts', () => {
    const { headers } = rateVerdict({ name: 'console', limit: 600 }, { count: 1, resetMs: 60_000 });
    expect([headers['RateLimit'], headers['RateLimit-Policy']]).toEqual(['console;r=599;t=60', 'console;q=600;w=60']);
  });
});

describe('the time to wait', () => {
  it.each([
    { name: 'is at least a second', resetMs: 0, window: 60, seconds: 1 },
    { name: 'is rounded up', resetMs: 1_001, window: 60, seconds: 2 },
    { name: 'is at most the window', resetMs: 60_001, window: 60, seconds: 60 },
    { name: 'can be longer where the window is', resetMs: 3_500_000, window: 3_600, seconds: 3_500 },
  ])('$name', ({ resetMs, window, seconds }) => {
    expect(resetSeconds(resetMs, window)).toBe(seconds);
  });
});

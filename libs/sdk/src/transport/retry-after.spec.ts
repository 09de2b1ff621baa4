import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('retryAfterMs', () => {
  it.each<{ name: string; headers: Record<string, string>; delayMs: number | null }>([
    { name: 'no header', headers: {}, delayMs: null },
    { name: 'seconds', headers: { 'retry-after': '7' }, delayMs: 7_000 },
    { name: 'zero', headers: { 'retry-after': '0' }, delayMs: 0 },
    { name: 'spaces around it', headers: { 'retry-after': ' 7 ' }, delayMs: 7_000 },
    { name: 'a huge number', headers: { 'retry-after': '9'.repeat(400) }, delayMs: Infinity },
    { name: 'a negative number', headers: { 'retry-after': '-5' }, delayMs: null },
    { name: 'a fraction', headers: { 'retry-after': '1.5' }, delayMs: null },
    { name: 'words', headers: { 'retry-after': 'soon' }, delayMs: null },
    { name: 'nothing', headers: { 'retry-after': '' }, delayMs: null },
    { name: 'a date', headers: { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, delayMs: 30_000 },
    { name: 'a date in the past', headers: { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, delayMs: 0 },
    {
      name: 'a date by the clock of the server',
      headers: { 'retry-after': 'Thu, 01 Jan 2026 18:00:30 GMT', date: 'Thu, 01 Jan 2026 18:00:00 GMT' },
      delayMs: 30_000,
    },
    {
      name: 'a date beside an unreadable clock',
      headers: { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT', date: 'today' },
      delayMs: 30_000,
    },
  ])('reads $name', ({ headers, delayMs }) => {
    expect(retryAfterMs(new Headers(headers), NOW)).toBe(delayMs);
  });
});

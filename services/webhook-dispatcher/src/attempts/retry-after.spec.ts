import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

describe('Retry-After', () => {
  const rows: { name: string; status: number; header: string | undefined; ms: number | null }[] = [
    { name: 'seconds with 429', status: 429, header: '120', ms: 120_000 },
    { name: 'seconds with 503', status: 503, header: '120', ms: 120_000 },
    { name: 'zero', status: 503, header: '0', ms: 0 },
    { name: 'spaces around it', status: 503, header: ' 7 ', ms: 7_000 },
    { name: 'exactly an hour', status: 503, header: '3600', ms: 3_600_000 },
    { name: 'more than an hour is an hour', status: 503, header: '3601', ms: 3_600_000 },
    { name: 'very much more', status: 429, header: '9999999999', ms: 3_600_000 },
    { name: 'a date', status: 503, header: 'Sun, 15 Nov 2026 12:00:30 GMT', ms: 30_000 },
    { name: 'a date that has passed', status: 503, header: 'Sun, 15 Nov 2026 11:00:00 GMT', ms: 0 },
    { name: 'a date more than an hour away', status: 503, header: 'Mon, 16 Nov 2026 12:00:00 GMT', ms: 3_600_000 },
    { name: 'another status', status: 500, header: '120', ms: null },
    { name: 'a success', status: 200, header: '120', ms: null },
    { name: 'no header', status: 429, header: undefined, ms: null },
    { name: 'an empty header', status: 429, header: '', ms: null },
    { name: 'a negative number', status: 429, header: '-5', ms: null },
    { name: 'a fraction', status: 429, header: '1.5', ms: null },
    { name: 'words', status: 429, header: 'tomorrow', ms: null },
    { name: 'a number that never ends', status: 429, header: '1'.repeat(400), ms: null },
    { name: 'a date in another form', status: 429, header: '2026-11-15T12:00:30Z', ms: null },
    { name: 'a date that does not exist', status: 429, header: 'Sun, 99 Nov 2026 12:00:30 GMT', ms: null },
  ];
  it.each(rows)('$name', ({ status, header, ms }) => {
    expect(retryAfterMs(status, header, now)).toBe(ms);
  });
});

import { describe, expect, it } from '@jest/globals';
import { nextAttemptAt, retryAfterMs, SCHEDULED_ATTEMPTS } from './retry-schedule.ts';

const endedAt = new Date('2026-11-15T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function delayMs(number: number, random: number, askedMs: number | null = null): number | null {
  const at = nextAttemptAt({ number, endedAt, retryAfterMs: askedMs, random });
  return at === null ? null : at.getTime() - endedAt.getTime();
}

describe('the delay after a failed attempt', () => {
  const rows = [
    { number: 1, delay: 5 * SECOND },
    { number: 2, delay: 30 * SECOND },
    { number: 3, delay: 2 * MINUTE },
    { number: 4, delay: 10 * MINUTE },
    { number: 5, delay: 30 * MINUTE },
    { number: 6, delay: HOUR },
    { number: 7, delay: 3 * HOUR },
    { number: 8, delay: 6 * HOUR },
    { number: 9, delay: 12 * HOUR },
  ];
  it.each(rows)('number $number is $delay ms, 10 % less or more', ({ number, delay }) => {
    expect(delayMs(number, 0)).toBe(Math.round(delay * 0.9));
    expect(delayMs(number, 0.5)).toBe(delay);
    expect(delayMs(number, 1)).toBe(Math.round(delay * 1.1));
  });

  it('there is none after the tenth attempt, nor after any later one', () => {
    expect(SCHEDULED_ATTEMPTS).toBe(10);
    expect([10, 11, 100].map((number) => delayMs(number, 0.5))).toEqual([null, null, null]);
    expect(delayMs(10, 0.5, HOUR)).toBeNull();
  });
});

describe('a receiver that asks for time', () => {
  const rows = [
    { name: 'gets it when it is later than the schedule', number: 1, askedMs: 20 * SECOND, delay: 20 * SECOND },
    { name: 'gets the schedule when that is later', number: 3, askedMs: 20 * SECOND, delay: 2 * MINUTE },
    { name: 'gets the schedule when both are the same', number: 1, askedMs: 5 * SECOND, delay: 5 * SECOND },
    { name: 'gets the schedule when it asks for none', number: 1, askedMs: 0, delay: 5 * SECOND },
  ];
  it.each(rows)('$name', ({ number, askedMs, delay }) => {
    expect(delayMs(number, 0.5, askedMs)).toBe(delay);
  });
});

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
    expect(retryAfterMs(status, header, endedAt)).toBe(ms);
  });
});

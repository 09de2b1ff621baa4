import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localDays } from './local-days.ts';

describe('a local day', () => {
  it.each([
    { name: 'in UTC', date: '2026-03-10', timezone: 'UTC', from: '2026-03-10T00:00:00.000Z', hours: 24 },
    { name: 'east of it', date: '2026-03-10', timezone: 'Asia/Tokyo', from: '2026-03-09T15:00:00.000Z', hours: 24 },
    {
      name: 'west of it',
      date: '2026-03-10',
      timezone: 'America/Los_Angeles',
      from: '2026-03-10T07:00:00.000Z',
      hours: 24,
    },
    {
      name: 'by half an hour',
      date: '2026-03-10',
      timezone: 'Asia/Kolkata',
      from: '2026-03-09T18:30:00.000Z',
      hours: 24,
    },
    {
      name: 'with a lost hour',
      date: '2026-03-29',
      timezone: 'Europe/Berlin',
      from: '2026-03-28T23:00:00.000Z',
      hours: 23,
    },
    {
      name: 'with an extra hour',
      date: '2026-10-25',
      timezone: 'Europe/Berlin',
      from: '2026-10-24T22:00:00.000Z',
      hours: 25,
    },
    {
      name: 'without a midnight',
      date: '2018-11-04',
      timezone: 'America/Sao_Paulo',
      from: '2018-11-04T03:00:00.000Z',
      hours: 23,
    },
    {
      name: 'furthest east',
      date: '2026-01-01',
      timezone: 'Pacific/Kiritimati',
      from: '2025-12-31T10:00:00.000Z',
      hours: 24,
    },
  ])('$name', ({ date, timezone, from, hours }) => {
    const [day] = localDays(date, date, timezone);
    expect([day?.date, day?.from.toISOString()]).toEqual([date, from]);
    expect(((day?.to.getTime() ?? 0) - Date.parse(from)) / 3_600_000).toBe(hours);
  });

  it('ends where the next one begins, all year, anywhere', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 2015, max: 2030 }), (timezone, year) => {
        const days = localDays(`${year}-01-01`, `${year}-12-31`, timezone);
        expect(days.length).toBe(new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1 ? 366 : 365);
        for (const [i, day] of days.entries()) {
          expect(day.to.getTime()).toBeGreaterThan(day.from.getTime());
          if (i > 0) expect(day.from).toEqual(days[i - 1]?.to);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('is none when the dates are the wrong way round', () => {
    expect(localDays('2026-03-10', '2026-03-09', 'UTC')).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askedRange, lastDays, type UptimeRangeQuery } from './local-days.ts';

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
    const end = Date.parse(from) + hours * 3_600_000;
    // The first moment of the next day, and the moment before it.
    expect(lastDays(2, new Date(end + 1), timezone)).toMatchObject([
      { date, from: new Date(from), to: new Date(end) },
      {},
    ]);
    expect(lastDays(1, new Date(end), timezone)).toEqual([{ date, from: new Date(from), to: new Date(end) }]);
  });

  it('ends where the next one begins, the last one at the moment, anywhere', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo'];
    const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (timezone, to) => {
        const days = lastDays(366, to, timezone);
        expect(new Set(days.map(({ date }) => date)).size).toBe(366);
        expect(days.at(-1)?.to).toEqual(to);
        for (const [i, day] of days.entries()) {
          expect(day.to.getTime()).toBeGreaterThan(day.from.getTime());
          if (i > 0) expect(day.from).toEqual(days[i - 1]?.to);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('what is asked for', () => {
  const NOW = new Date('2026-03-10T12:00:00Z');
  const at = (text: string): Date => new Date(`2026-03-${text}:00.000Z`);

  it.each<{ name: string; query: UptimeRangeQuery; from: string; to: string; dates: string[] | null }>([
    { name: 'nothing: the days before now', query: {}, from: '09T12:00', to: '10T12:00', dates: null },
    {
      name: 'a zone alone changes nothing',
      query: { timezone: 'Asia/Tokyo' },
      from: '09T12:00',
      to: '10T12:00',
      dates: null,
    },
    { name: 'a day: today', query: { days: 1 }, from: '10T00:00', to: '10T12:00', dates: ['10'] },
    {
      name: 'days: with the whole first one',
      query: { days: 2 },
      from: '09T00:00',
      to: '10T12:00',
      dates: ['09', '10'],
    },
    {
      name: 'days in a zone',
      query: { days: 2, timezone: 'Asia/Tokyo' },
      from: '08T15:00',
      to: '10T12:00',
      dates: ['09', '10'],
    },
    {
      name: 'days up to a midnight',
      query: { days: 1, to: '2026-03-09T00:00:00Z' },
      from: '08T00:00',
      to: '09T00:00',
      dates: ['08'],
    },
    {
      name: 'days that end in the future: until now',
      query: { days: 1, to: '2027-01-01T00:00:00Z' },
      from: '10T00:00',
      to: '10T12:00',
      dates: ['10'],
    },
  ])('$name', ({ query, from, to, dates }) => {
    const asked = askedRange(query, 1, NOW);
    if (asked.kind === 'refused') throw new Error(JSON.stringify(asked));
    expect(asked.range).toEqual({ from: at(from), to: at(to) });
    expect(asked.days?.map(({ date }) => date.slice(-2)) ?? null).toEqual(dates);
  });

  it.each<{ name: string; query: UptimeRangeQuery; path: string; message: string }>([
    { name: 'an unknown zone', query: { timezone: 'Mars/Base' }, path: 'timezone', message: 'IANA time zone' },
    {
      name: 'days beside a beginning',
      query: { days: 1, from: '2026-03-01T00:00:00Z' },
      path: 'days',
      message: 'cannot be combined with from',
    },
    { name: 'a range of the future', query: { from: '2027-01-01T00:00:00Z' }, path: 'from', message: 'before to' },
  ])('refuses $name', ({ query, path, message }) => {
    expect(askedRange(query, 1, NOW)).toMatchObject({
      kind: 'refused',
      faults: [{ path, message: expect.stringContaining(message) }],
    });
  });
});

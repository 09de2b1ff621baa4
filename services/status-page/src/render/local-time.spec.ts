import { describe, expect, it } from '@jest/globals';
import { datesUpTo, dateWords, localDate, LocalTime, startOfDate } from './local-time.ts';

describe('local dates', () => {
  it.each([
    { at: '2026-05-12T21:59:59Z', timezone: 'Europe/Berlin', is: '2026-05-12' },
    { at: '2026-05-12T22:00:00Z', timezone: 'Europe/Berlin', is: '2026-05-13' },
    { at: '2026-05-12T03:59:59Z', timezone: 'America/New_York', is: '2026-05-11' },
    { at: '2026-05-12T12:00:00Z', timezone: 'Pacific/Kiritimati', is: '2026-05-13' },
  ])('$at in $timezone is $is', ({ at, timezone, is }) => {
    expect(localDate(new Date(at), timezone)).toBe(is);
  });

  it.each([
    { date: '2026-03-29', timezone: 'Europe/Berlin', is: '2026-03-28T23:00:00.000Z' },
    { date: '2026-03-30', timezone: 'Europe/Berlin', is: '2026-03-29T22:00:00.000Z' },
    // Midnight does not exist on this day: clocks go from 23:59 to 01:00.
    { date: '2026-04-24', timezone: 'Africa/Cairo', is: '2026-04-23T22:00:00.000Z' },
  ])('$date begins in $timezone at $is', ({ date, timezone, is }) => {
    expect(startOfDate(date, timezone).toISOString()).toBe(is);
  });

  it('up to one pass over months and leap days', () => {
    expect(datesUpTo('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(datesUpTo('2026-05-12', 90)).toHaveLength(90);
  });

  it('read as words', () => {
    expect(dateWords('2026-05-02')).toBe('2 May 2026');
  });
});

describe('instants', () => {
  const time = new LocalTime('Europe/Berlin');
  it('carry the instant for machines', () => {
    expect(time.element('2026-05-12T12:03:00.000Z').text).toBe(
      '<time datetime="2026-05-12T12:03:00.000Z">12 May 2026, 14:03 CEST</time>',
    );
  });

  it('of one day name it once', () => {
    const { text } = time.range('2026-01-12T12:00:00.000Z', '2026-01-12T13:30:00.000Z');
    expect(text.replaceAll(/<[^>]+>/g, '')).toBe('12 Jan 2026, 13:00 CET – 14:30 CET');
  });

  it('of two days name both', () => {
    const { text } = time.range('2026-01-12T22:30:00.000Z', '2026-01-13T01:00:00.000Z');
    expect(text.replaceAll(/<[^>]+>/g, '')).toBe('12 Jan 2026, 23:30 CET – 13 Jan 2026, 02:00 CET');
  });
});

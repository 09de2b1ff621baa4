import { describe, expect, it } from '@jest/globals';
import { parseTimestamp, TIMESTAMP_FORM } from './timestamp.ts';

describe('parseTimestamp', () => {
  it.each([
    { name: 'seconds and Z', text: '2026-01-31T09:30:15Z', iso: '2026-01-31T09:30:15.000Z' },
    { name: 'no seconds', text: '2026-01-31T09:30Z', iso: '2026-01-31T09:30:00.000Z' },
    { name: 'an offset ahead', text: '2026-01-31T09:30:00+02:00', iso: '2026-01-31T07:30:00.000Z' },
    { name: 'an offset behind, over midnight', text: '2026-01-31T20:30-05:30', iso: '2026-02-01T02:00:00.000Z' },
    { name: 'the offset -00:00', text: '2026-01-31T09:30:00-00:00', iso: '2026-01-31T09:30:00.000Z' },
    { name: 'one digit of fraction', text: '2026-01-31T09:30:15.5Z', iso: '2026-01-31T09:30:15.500Z' },
    {
      name: 'nine digits, cut to milliseconds',
      text: '2026-01-31T09:30:15.123999999Z',
      iso: '2026-01-31T09:30:15.123Z',
    },
    {
      name: 'a hundred digits, cut to milliseconds',
      text: `2026-01-31T09:30:15.1${'9'.repeat(99)}-01:00`,
      iso: '2026-01-31T10:30:15.199Z',
    },
    { name: 'the leap day of a century', text: '2000-02-29T12:00Z', iso: '2000-02-29T12:00:00.000Z' },
    { name: 'the leap day', text: '2028-02-29T00:00Z', iso: '2028-02-29T00:00:00.000Z' },
    { name: 'the last second of a day', text: '2026-12-31T23:59:59Z', iso: '2026-12-31T23:59:59.000Z' },
    { name: 'a year below 100', text: '0099-01-01T00:00Z', iso: '0099-01-01T00:00:00.000Z' },
    { name: 'the first year', text: '0001-01-01T00:00Z', iso: '0001-01-01T00:00:00.000Z' },
    { name: 'the last year', text: '9999-12-31T23:59:59.999Z', iso: '9999-12-31T23:59:59.999Z' },
  ])('reads $name', ({ text, iso }) => {
    expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(iso);
  });

  it.each([
    { name: 'no offset', text: '2026-01-31T09:30:00' },
    { name: 'a date alone', text: '2026-01-31' },
    { name: 'a space for T', text: '2026-01-31 09:30:00Z' },
    { name: 'lower case', text: '2026-01-31t09:30:00z' },
    { name: 'an offset without a colon', text: '2026-01-31T09:30:00+0200' },
    { name: 'an offset of 24 hours', text: '2026-01-31T09:30:00+24:00' },
    { name: 'an offset of 60 minutes', text: '2026-01-31T09:30:00+01:60' },
    { name: 'a fraction without seconds', text: '2026-01-31T09:30.5Z' },
    { name: 'an empty fraction', text: '2026-01-31T09:30:00.Z' },
    { name: 'a comma fraction', text: '2026-01-31T09:30:00,5Z' },
    { name: 'hour 24', text: '2026-01-31T24:00:00Z' },
    { name: 'minute 60', text: '2026-01-31T09:60:00Z' },
    { name: 'a leap second', text: '2026-06-30T23:59:60Z' },
    { name: 'month 0', text: '2026-00-10T00:00Z' },
    { name: 'month 13', text: '2026-13-10T00:00Z' },
    { name: 'day 0', text: '2026-01-00T00:00Z' },
    { name: '30 February', text: '2026-02-30T00:00Z' },
    { name: '29 February of a common year', text: '2026-02-29T00:00Z' },
    { name: '29 February of a common century', text: '2100-02-29T00:00Z' },
    { name: '31 April', text: '2026-04-31T00:00Z' },
    { name: 'digits of another script', text: '２026-01-31T09:30Z' },
    { name: 'five digits of year', text: '12026-01-01T00:00Z' },
    { name: 'year 0 once in UTC', text: '0001-01-01T00:00+00:01' },
    { name: 'year 10000 once in UTC', text: '9999-12-31T23:59-00:01' },
    { name: 'text after it', text: '2026-01-31T09:30:00Z\n' },
    { name: 'nothing', text: '' },
  ])('refuses $name', ({ text }) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe('timestampForm', () => {
  it('takes exactly the days that there are', () => {
    for (const year of [1600, 1900, 1999, 2000, 2024, 2026, 2100, 2104]) {
      for (let month = 1; month <= 12; month += 1) {
        for (let day = 1; day <= 31; day += 1) {
          const date = `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
          expect([date, TIMESTAMP_FORM.test(`${date}T00:00Z`)]).toEqual([date, isReal]);
        }
      }
    }
  });
});

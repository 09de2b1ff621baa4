import { describe, expect, it } from '@jest/globals';
import type { QuietHours } from '@vedette/contract';
import { quietUntil } from './quiet-hours.ts';

const berlin = (from: string, to: string): QuietHours => ({ from, to, timezone: 'Europe/Berlin' });
const night = berlin('22:00', '07:00');
const noon = berlin('12:00', '13:00');

describe('the quiet hours of a contact', () => {
  it.each([
    { name: 'none', hours: null, at: '2026-06-01T23:00:00.000Z', until: null },
    { name: 'before a night', hours: night, at: '2026-06-01T19:59:59.999Z', until: null },
    { name: 'the first moment', hours: night, at: '2026-06-01T20:00:00.000Z', until: '2026-06-02T05:00:00.000Z' },
    { name: 'after midnight', hours: night, at: '2026-06-01T23:30:00.000Z', until: '2026-06-02T05:00:00.000Z' },
    { name: 'the last moment', hours: night, at: '2026-06-02T04:59:59.999Z', until: '2026-06-02T05:00:00.000Z' },
    { name: 'the end', hours: night, at: '2026-06-02T05:00:00.000Z', until: null },
    { name: 'within a day', hours: noon, at: '2026-06-02T10:30:00.000Z', until: '2026-06-02T11:00:00.000Z' },
    { name: 'after those of the day', hours: noon, at: '2026-06-02T11:00:00.000Z', until: null },
    {
      name: 'the night in which clocks go forward is an hour shorter',
      hours: night,
      at: '2026-03-28T21:00:00.000Z',
      until: '2026-03-29T05:00:00.000Z',
    },
    {
      name: 'the night in which clocks go back is an hour longer',
      hours: night,
      at: '2026-10-24T20:00:00.000Z',
      until: '2026-10-25T06:00:00.000Z',
    },
    {
      name: 'an end that the clock skips is an hour later',
      hours: berlin('01:00', '02:30'),
      at: '2026-03-29T01:15:00.000Z',
      until: '2026-03-29T01:30:00.000Z',
    },
    {
      name: 'an end that comes twice is the first one',
      hours: berlin('01:00', '02:30'),
      at: '2026-10-25T00:15:00.000Z',
      until: '2026-10-25T00:30:00.000Z',
    },
  ])('$name', ({ hours, at, until }) => {
    expect(quietUntil(hours, new Date(at))?.toISOString() ?? null).toBe(until);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { QuietHours } from '@vedette/contract';
import { quietUntil } from './quiet-hours.ts';

const berlin = (from: string, to: string): QuietHours => ({ from, to, timezone: 'Europe/Berlin' });
const night = berlin('22:00', '07:00');
const noon = berlin('12:00', '13:00');
const inZone = (timezone: string): QuietHours => ({ ...night, timezone });

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
    {
      name: 'where the date is one ahead of UTC, the night that begins today',
      hours: inZone('Pacific/Kiritimati'),
      at: '2026-06-01T08:00:00.000Z',
      until: '2026-06-01T17:00:00.000Z',
    },
    {
      name: 'where the date is one ahead of UTC, late in the day of UTC',
      hours: berlin('00:30', '23:30'),
      at: '2026-06-01T22:30:00.000Z',
      until: '2026-06-02T21:30:00.000Z',
    },
    {
      name: 'where the date is one behind UTC, the night that began two days before',
      hours: inZone('Pacific/Pago_Pago'),
      at: '2026-06-02T09:00:00.000Z',
      until: '2026-06-02T18:00:00.000Z',
    },
    {
      name: 'where the date is one behind UTC, a day that began the day before the last',
      hours: { ...inZone('Pacific/Pago_Pago'), from: '23:00', to: '22:00' },
      at: '2026-06-02T08:59:59.999Z',
      until: '2026-06-02T09:00:00.000Z',
    },
    {
      name: 'a zone that differs by a quarter of an hour',
      hours: inZone('Asia/Kathmandu'),
      at: '2026-06-01T16:15:00.000Z',
      until: '2026-06-02T01:15:00.000Z',
    },
    {
      name: 'the night after a date that the zone has skipped',
      hours: inZone('Pacific/Apia'),
      at: '2011-12-30T11:00:00.000Z',
      until: '2011-12-30T17:00:00.000Z',
    },
  ])('$name', ({ hours, at, until }) => {
    expect(quietUntil(hours, new Date(at))?.toISOString() ?? null).toBe(until);
  });

  it('are those of the asked day, zone and times, whatever was asked before', () => {
    const asked = [
      { hours: night, at: '2026-06-01T23:00:00.000Z' },
      { hours: night, at: '2026-06-02T23:00:00.000Z' },
      { hours: inZone('Europe/London'), at: '2026-06-01T23:00:00.000Z' },
      { hours: berlin('22:00', '08:00'), at: '2026-06-01T23:00:00.000Z' },
      { hours: berlin('02:00', '07:00'), at: '2026-06-01T23:00:00.000Z' },
      { hours: berlin('22:00', '07:00'), at: '2026-06-01T23:00:00.000Z' },
    ];
    expect(asked.map(({ hours, at }) => quietUntil(hours, new Date(at))?.toISOString())).toEqual([
      '2026-06-02T05:00:00.000Z',
      '2026-06-03T05:00:00.000Z',
      '2026-06-02T06:00:00.000Z',
      '2026-06-02T06:00:00.000Z',
      undefined,
      '2026-06-02T05:00:00.000Z',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { instantOf, wallTimeOf } from './zoned-time.ts';

describe('a wall time of a zone', () => {
  it.each([
    { name: 'in UTC', wall: '2026-05-01T12:00', zone: 'UTC', at: '2026-05-01T12:00:00.000Z' },
    { name: 'in winter', wall: '2026-01-15T08:30', zone: 'Europe/Berlin', at: '2026-01-15T07:30:00.000Z' },
    { name: 'in summer', wall: '2026-07-15T08:30', zone: 'Europe/Berlin', at: '2026-07-15T06:30:00.000Z' },
    {
      name: 'before clocks go forward',
      wall: '2026-03-29T01:59',
      zone: 'Europe/Berlin',
      at: '2026-03-29T00:59:00.000Z',
    },
    {
      name: 'after clocks go forward',
      wall: '2026-03-29T03:00',
      zone: 'Europe/Berlin',
      at: '2026-03-29T01:00:00.000Z',
    },
    { name: 'twice: the first', wall: '2026-10-25T02:30', zone: 'Europe/Berlin', at: '2026-10-25T00:30:00.000Z' },
    { name: 'after clocks went back', wall: '2026-10-25T03:00', zone: 'Europe/Berlin', at: '2026-10-25T02:00:00.000Z' },
    { name: 'west of Greenwich', wall: '2026-05-01T00:15', zone: 'America/New_York', at: '2026-05-01T04:15:00.000Z' },
    { name: 'an uneven offset', wall: '2026-05-01T05:45', zone: 'Asia/Kathmandu', at: '2026-05-01T00:00:00.000Z' },
    { name: 'midnight', wall: '2026-05-01T00:00', zone: 'Asia/Tokyo', at: '2026-04-30T15:00:00.000Z' },
  ])('$name: $wall', ({ wall, zone, at }) => {
    expect(instantOf(wall, zone)).toBe(at);
    expect(wallTimeOf(at, zone)).toBe(wall);
  });

  it('that clocks skip moves forward', () => {
    expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each(['', '2026-05', 'tomorrow', '2026-13-01T00:00'])('is none: %j', (wall) => {
    expect(instantOf(wall, 'UTC')).toBe('');
  });
});

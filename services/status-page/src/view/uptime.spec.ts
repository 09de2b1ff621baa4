import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinDays, total, uptimePercent, type Observed, type ObservedDay } from './uptime.ts';

const nothing: Observed = { up: 0, degraded: 0, down: 0, maintenance: 0, unknown: 0 };
const day = (date: string, seconds: Partial<Observed>): ObservedDay => ({ ...nothing, ...seconds, date });

describe('uptime', () => {
  it.each([
    { name: 'of a whole day', seconds: { up: 86_400 }, is: 100 },
    { name: 'of a day that was slow', seconds: { degraded: 86_400 }, is: 100 },
    { name: 'of a day that was down', seconds: { down: 86_400 }, is: 0 },
    { name: 'is rounded down', seconds: { up: 2, down: 1 }, is: 66.666 },
    { name: 'is never rounded up to 100', seconds: { up: 86_399_999, down: 0.1 }, is: 99.999 },
    { name: 'of one second down in 90 days', seconds: { up: 90 * 86_400 - 1, down: 1 }, is: 99.999 },
    { name: 'of a millisecond down in 90 days', seconds: { up: 7_776_000, down: 0.001 }, is: 99.999 },
    { name: 'is rounded down to nothing', seconds: { up: 1, down: 999_999 }, is: 0 },
    { name: 'of four seconds down in a day', seconds: { up: 86_396, down: 4 }, is: 99.995 },
    {
      name: 'leaves maintenance and unknown time out',
      seconds: { up: 50, down: 50, maintenance: 9_000, unknown: 99 },
      is: 50,
    },
    { name: 'is unknown where nothing was observed', seconds: { maintenance: 3_600, unknown: 82_800 }, is: null },
    { name: 'is unknown without any time', seconds: {}, is: null },
  ])('$name: $is', ({ seconds, is }) => {
    expect(uptimePercent({ ...nothing, ...seconds })).toBe(is);
  });

  it('of 100 percent means never down', () => {
    const seconds = fc.double({ min: 0, max: 7_776_000, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, seconds, (up, degraded, down) => {
        expect(uptimePercent({ ...nothing, up, degraded, down: down + 0.001 })).toBeLessThan(100);
      }),
    );
  });

  it('of several days weighs them by their time', () => {
    const days = [day('2026-05-01', { up: 100 }), day('2026-05-02', { up: 100, down: 200, unknown: 5 })];
    expect(total(days)).toEqual({ up: 200, degraded: 0, down: 200, maintenance: 0, unknown: 5 });
    expect(uptimePercent(total(days))).toBe(50);
  });
});

describe('days that are joined', () => {
  const dates = ['2026-05-01', '2026-05-02', '2026-05-03'];
  it('are fresh where they can be, known where not, and otherwise unknown', () => {
    const known = [day('2026-04-30', { up: 1 }), day('2026-05-01', { up: 2 }), day('2026-05-02', { up: 3 })];
    const fresh = [day('2026-05-02', { up: 4 })];
    expect(joinDays(dates, known, fresh)).toEqual([
      day('2026-05-01', { up: 2 }),
      day('2026-05-02', { up: 4 }),
      day('2026-05-03', { unknown: 86_400 }),
    ]);
  });
});

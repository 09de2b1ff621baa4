import { describe, expect, it } from '@jest/globals';
import { DAY_MS, dueDays, dueHours, HOUR_MS, lateHours } from './rollup-schedule.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number): Date => new Date(NOON + ms);
const hour = (offset: number): number => NOON + offset * HOUR_MS;

const NONE: ReadonlySet<number> = new Set();

/** Every hour of the last 3 days, with its final rollup made as early as possible. */
const settled = (now: Date): [number, Date][] =>
  Array.from({ length: 72 }, (_, i) => {
    const start = hour(-i);
    return [start, new Date(Math.min(now.getTime(), start + HOUR_MS + 25 * HOUR_MS))];
  });

describe('an hour is rolled up', () => {
  it.each([
    { name: 'from the one before its start on', late: NONE, first: -1 },
    { name: 'from the first one on that checks came late for', late: new Set([hour(-20), hour(-3)]), first: -20 },
    { name: 'not before its history begins', late: new Set([hour(-24 * 90)]), first: -24 * 29 },
  ])('of a new service, $name', ({ late, first }) => {
    const due = dueHours(new Map(), late, 30, at(5 * MINUTE_MS)).map((start) => start.getTime());
    expect(due).toEqual(Array.from({ length: 1 - first }, (_, index) => hour(first + index)));
  });

  it.each([
    {
      name: 'not again while it runs, within ten minutes',
      now: at(19 * MINUTE_MS),
      rolledUpAt: at(10 * MINUTE_MS),
      isDue: false,
    },
    {
      name: 'again while it runs, every ten minutes',
      now: at(20 * MINUTE_MS),
      rolledUpAt: at(10 * MINUTE_MS),
      isDue: true,
    },
    { name: 'not yet at its very end', now: at(61 * MINUTE_MS), rolledUpAt: at(55 * MINUTE_MS), isDue: false },
    { name: 'soon after its end', now: at(62 * MINUTE_MS), rolledUpAt: at(55 * MINUTE_MS), isDue: true },
    { name: 'not a third time', now: at(20 * HOUR_MS), rolledUpAt: at(62 * MINUTE_MS), isDue: false },
    {
      name: 'once more when nothing can come late',
      now: at(26 * HOUR_MS),
      rolledUpAt: at(62 * MINUTE_MS),
      isDue: true,
    },
    { name: 'and never again', now: at(9 * DAY_MS), rolledUpAt: at(26 * HOUR_MS), isDue: false },
  ])('$name', ({ now, rolledUpAt, isDue }) => {
    const rolledUp = new Map([...settled(now), [hour(0), rolledUpAt]]);
    const due = dueHours(rolledUp, NONE, 30, now).map((start) => start.getTime());
    expect(due.includes(hour(0))).toBe(isDue);
  });

  it.each([
    { name: 'once more when a check of it came late', now: at(3 * HOUR_MS), isDue: true },
    { name: 'once more when a check came later than any should', now: at(5 * DAY_MS), isDue: true },
    { name: 'not for a late check before the rollup that follows its end', now: at(61 * MINUTE_MS), isDue: false },
  ])('$name', ({ now, isDue }) => {
    const rolledUp = new Map([...settled(now), [hour(0), new Date(Math.min(now.getTime(), hour(27)))]]);
    const due = dueHours(rolledUp, new Set([hour(0)]), 30, now).map((start) => start.getTime());
    expect(due.includes(hour(0))).toBe(isDue);
  });

  it('also when nobody was there to do it for days', () => {
    const now = at(4 * DAY_MS);
    const due = dueHours(new Map(settled(at(0))), NONE, 30, now).map((start) => start.getTime());
    expect(due).toContain(hour(1));
    expect(due).toContain(hour(95));
  });

  it('not when its history is gone', () => {
    const due = dueHours(new Map([[hour(-24 * 90), at(0)]]), NONE, 30, at(0));
    expect(due[0]).toEqual(new Date(hour(-24 * 29)));
  });
});

describe('the late hours of checks', () => {
  it.each([
    { name: 'not those of the running hour', slots: [at(0), at(59 * MINUTE_MS)], now: at(59 * MINUTE_MS), late: [] },
    { name: 'not those that its first rollup still counts', slots: [at(0)], now: at(61 * MINUTE_MS - 1), late: [] },
    { name: 'those that it may miss', slots: [at(0)], now: at(61 * MINUTE_MS), late: [hour(0)] },
    {
      name: 'each hour once',
      slots: [at(0), at(HOUR_MS), at(HOUR_MS - 1), at(2 * HOUR_MS)],
      now: at(2 * HOUR_MS + MINUTE_MS),
      late: [hour(0), hour(1)],
    },
  ])('$name', ({ slots, now, late }) => {
    expect(lateHours(slots, now)).toEqual(late.map((start) => new Date(start)));
  });
});

describe('a day is rolled up', () => {
  const day = Date.parse('2026-03-09T00:00:00Z');
  const hours = (rolledUpAt: (end: number) => number): Map<number, Date> =>
    new Map(
      Array.from({ length: 24 }, (_, i) => {
        const start = day + i * HOUR_MS;
        return [start, new Date(rolledUpAt(start + HOUR_MS))] as const;
      }),
    );
  const final = hours((end) => end + 25 * HOUR_MS);
  const ripe = new Date(day + DAY_MS + 25 * HOUR_MS + 2 * MINUTE_MS);

  it.each([
    { name: 'when all its hours are final', rolled: final, known: [], now: ripe, isDue: true },
    { name: 'not before', rolled: final, known: [], now: new Date(ripe.getTime() - 1), isDue: false },
    { name: 'not while an hour may change', rolled: hours((end) => end), known: [], now: ripe, isDue: false },
    { name: 'once', rolled: final, known: [day], now: ripe, isDue: false },
  ])('$name', ({ rolled, known, now, isDue }) => {
    const days = dueDays(rolled, new Map(known.map((start) => [start, ripe])), now);
    expect(days).toEqual(isDue ? [new Date(day)] : []);
  });

  it('also when the service was not there for some of its hours', () => {
    const partial = new Map([...final].slice(0, 5));
    expect(dueDays(partial, new Map(), ripe)).toEqual([new Date(day)]);
  });
});

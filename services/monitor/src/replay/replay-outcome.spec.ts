import { describe, expect, it } from '@jest/globals';
import type { StateLine } from './policy-replay.ts';
import { differenceOf, longestPeriods, outcomeOf, periodsOf, secondsOf, type Outcome } from './replay-outcome.ts';

const MINUTE = 60_000;
const line = (minute: number, state: StateLine['state']): StateLine => ({ at: minute * MINUTE, state });
const range = { from: 0, to: 60 * MINUTE };

describe('the outcome of a record of states', () => {
  it.each<{ name: string; lines: StateLine[]; outcome: Partial<Outcome> }>([
    {
      name: 'is nothing without any',
      lines: [],
      outcome: {
        degradedSec: 0,
        degradedPeriods: 0,
        longestDegradedSec: 0,
        downSec: 0,
        outages: 0,
        alerts: { degraded: 0, down: 0 },
      },
    },
    {
      name: 'tells a slow period of five minutes, and its end',
      lines: [line(10, 'DEGRADED'), line(15, 'UP')],
      outcome: { degradedSec: 300, degradedPeriods: 1, alerts: { degraded: 2, down: 0 } },
    },
    {
      name: 'tells nothing of a shorter one',
      lines: [line(10, 'DEGRADED'), { at: 15 * MINUTE - 1, state: 'UP' }],
      outcome: { degradedPeriods: 1, alerts: { degraded: 0, down: 0 } },
    },
    {
      name: 'tells no end of a period that goes on',
      lines: [line(10, 'DOWN'), line(12, 'UP'), line(20, 'DEGRADED')],
      outcome: { degradedSec: 2_400, downSec: 120, outages: 1, alerts: { degraded: 1, down: 2 } },
    },
    {
      name: 'has the longest of several periods',
      lines: [line(0, 'DEGRADED'), line(1, 'UP'), line(2, 'DEGRADED'), line(9, 'DOWN'), line(10, 'UP')],
      outcome: { degradedSec: 480, degradedPeriods: 2, longestDegradedSec: 420, outages: 1 },
    },
  ])('$name', ({ lines, outcome }) => {
    expect(outcomeOf(lines, range)).toMatchObject(outcome);
  });

  it.each([
    { name: 'begins with the range', lines: [line(-5, 'DEGRADED'), line(5, 'UP')], periods: [{ from: 0, to: 5 }] },
    { name: 'ends with the range', lines: [line(50, 'DEGRADED'), line(90, 'UP')], periods: [{ from: 50, to: 60 }] },
    { name: 'is over before the range', lines: [line(-5, 'DEGRADED'), line(0, 'UP')], periods: [] },
    { name: 'begins after the range', lines: [line(60, 'DEGRADED')], periods: [] },
  ])('has a period that $name', ({ lines, periods }) => {
    const found = periodsOf(lines, 'DEGRADED', range).map(({ from, to }) => ({ from: from / MINUTE, to: to / MINUTE }));
    expect(found).toEqual(periods);
  });
});

describe('two outcomes', () => {
  it('differ by how much the second is higher', () => {
    const slow = outcomeOf([line(0, 'DEGRADED'), line(10, 'UP'), line(20, 'DOWN'), line(21, 'UP')], range);
    const quiet = outcomeOf([line(0, 'DEGRADED'), line(1, 'UP')], range);
    expect(differenceOf(slow, quiet)).toEqual({
      degradedSec: -540,
      degradedPeriods: 0,
      longestDegradedSec: -540,
      downSec: -60,
      outages: -1,
      alerts: { degraded: -2, down: -2 },
    });
    expect(differenceOf(quiet, slow)).toMatchObject({ degradedSec: 540, outages: 1 });
  });
});

describe('many periods', () => {
  it('are shown as the longest of them, in order of time', () => {
    const periods = Array.from({ length: 502 }, (_, i) => ({ from: i * 100, to: i * 100 + (i < 2 ? 1 : 10) }));
    expect(longestPeriods(periods)).toEqual(periods.slice(2));
    expect(longestPeriods(periods.slice(0, 500))).toEqual(periods.slice(0, 500));
  });

  it('last as long as all of them together', () => {
    expect(secondsOf([])).toBe(0);
    expect(
      secondsOf([
        { from: 0, to: 1_000 },
        { from: 5_000, to: 7_400 },
      ]),
    ).toBe(3);
  });
});

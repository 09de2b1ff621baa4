import { describe, expect, it } from '@jest/globals';
import { countChecks, type StepCounts } from '../history/latency-histogram.ts';
import { hourOf, latencySummary, shownLatencies } from './monitor-summary.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const at = (hours: number): number => NOON + hours * HOUR_MS;

const counts = (hour: number, ...latencies: number[]): StepCounts => ({
  at: at(hour),
  ...countChecks(latencies.map((responseMs) => ({ isFailed: false, responseMs }))),
});

const nothing = (length: number): null[] => Array.from({ length }, () => null);

describe('the summary of latencies', () => {
  it.each([
    { name: 'of no hour has no latency', hours: [], medians: nothing(24), medianMs: null },
    {
      name: 'has the median of the last hour, and of the first',
      hours: [counts(-24, 10), counts(-1, 1, 2, 3)],
      medians: [10, ...nothing(22), 2],
      medianMs: 2,
    },
    {
      name: 'leaves out hours before and after',
      hours: [counts(-25, 10), counts(0, 1)],
      medians: nothing(24),
      medianMs: null,
    },
    {
      name: 'adds the regions of an hour up',
      hours: [counts(-1, 1, 1), counts(-1, 9, 9, 9)],
      medians: [...nothing(23), 9],
      medianMs: 9,
    },
    {
      name: 'has no median in an hour of failures',
      hours: [{ at: at(-1), ...countChecks([{ isFailed: true, responseMs: null }]) }],
      medians: nothing(24),
      medianMs: null,
    },
  ])('$name', ({ hours, medians, medianMs }) => {
    expect(latencySummary(hours, new Date(NOON))).toEqual({ hoursUntil: new Date(NOON), medians, medianMs });
  });
});

describe('the latencies in the list', () => {
  const summary = latencySummary([counts(-24, 10), counts(-2, 20), counts(-1, 30)], new Date(NOON));
  it.each([
    {
      name: 'are those of the summary and of the running hour',
      since: [{ at: at(0), medianMs: 40 }],
      now: at(0.5),
      shown: [...nothing(21), 20, 30, 40],
    },
    {
      name: 'move on with the hours, also when the summary is old',
      since: [{ at: at(1), medianMs: 50 }],
      now: at(1.5),
      shown: [...nothing(20), 20, 30, null, 50],
    },
    {
      name: 'have what was counted since instead of the summary',
      since: [{ at: at(-1), medianMs: 31 }],
      now: at(0),
      shown: [...nothing(21), 20, 31, null],
    },
  ])('$name', ({ since, now, shown }) => {
    expect(shownLatencies(summary, since, new Date(now))).toEqual(shown);
  });

  it('are empty without a summary', () => {
    expect(shownLatencies(undefined, [], new Date(NOON))).toEqual(nothing(24));
  });

  it.each([
    { name: 'its first moment', now: '2026-03-10T12:00:00.000Z' },
    { name: 'its last moment', now: '2026-03-10T12:59:59.999Z' },
  ])('run in the hour of $name', ({ now }) => {
    expect(hourOf(new Date(now))).toEqual(new Date(NOON));
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedState } from '../states/state-record.ts';
import { outagesOf, reportedPeriods, uptimeReport } from './uptime-report.ts';
import { segmentsOf, sumsOf, type Span, withoutMaintenance } from './uptime.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const span = (from: number, to: number): Span => ({ from: at(from), to: at(to) });
const line = (seconds: number, state: RecordedState['state']): RecordedState => ({ at: at(seconds), state });
/** A report of this record at the end, with the windows that ran and the times in which we were deaf. */
function reported(record: RecordedState[], range: Span, maintenance: Span[], deafness: Span[] = []) {
  const segments = segmentsOf(record, deafness, at(1_000));
  const periods = reportedPeriods(record, range, []);
  const sums = periods.map((period) => sumsOf(segments, period));
  return uptimeReport(record, withoutMaintenance(sums, segments, periods, maintenance), range, null);
}

const zero = { up: 0, degraded: 0, down: 0, pending: 0, paused: 0, unobserved: 0, maintenance: 0 };

interface Row {
  readonly name: string;
  readonly record: RecordedState[];
  readonly maintenance?: Span[];
  readonly range?: Span;
  readonly seconds: Partial<typeof zero>;
  readonly percent: number | null;
  /** How many, the longest, the mean time to recover, the mean time between failures. */
  readonly outages: [number, number | null, number | null, number | null];
}

const NONE: Row['outages'] = [0, null, null, null];

describe('the uptime of a range', () => {
  it.each<Row>([
    { name: 'of nothing', record: [], seconds: { unobserved: 1_000 }, percent: null, outages: NONE },
    { name: 'up all the time', record: [line(0, 'UP')], seconds: { up: 1_000 }, percent: 100, outages: NONE },
    {
      name: 'of every state',
      record: [
        line(0, 'PENDING'),
        line(100, 'UP'),
        line(300, 'DEGRADED'),
        line(400, 'DOWN'),
        line(500, 'UP'),
        line(600, 'PAUSED'),
        line(800, 'PENDING'),
        line(850, 'UP'),
        line(900, 'UNOBSERVED'),
      ],
      seconds: { pending: 150, up: 350, degraded: 100, down: 100, paused: 200, unobserved: 100 },
      percent: 81.818,
      outages: [1, 100, 100, 450],
    },
    {
      name: 'is never 100 with an outage',
      record: [line(0, 'UP'), line(999.999, 'DOWN')],
      seconds: { up: 999.999, down: 0.001 },
      percent: 99.999,
      outages: [1, 0.001, null, 999.999],
    },
    {
      name: 'with two outages, one of which lasts',
      record: [line(0, 'UP'), line(100, 'DOWN'), line(200, 'UP'), line(700, 'DOWN')],
      seconds: { up: 600, down: 400 },
      percent: 60,
      outages: [2, 300, 100, 300],
    },
    {
      name: 'with an outage that was not observed for a while: one',
      record: [line(0, 'UP'), line(100, 'DOWN'), line(200, 'UNOBSERVED'), line(300, 'DOWN'), line(400, 'UP')],
      seconds: { up: 700, down: 200, unobserved: 100 },
      percent: 77.777,
      outages: [1, 200, 200, 700],
    },
    {
      name: 'with an outage that a window cuts in two: one',
      record: [line(0, 'UP'), line(100, 'DOWN'), line(500, 'UP')],
      maintenance: [span(200, 300)],
      seconds: { up: 600, down: 300, maintenance: 100 },
      percent: 66.666,
      outages: [1, 300, 300, 600],
    },
    {
      name: 'with a recovery inside a window: two',
      record: [line(0, 'DOWN'), line(250, 'UP'), line(260, 'DOWN'), line(500, 'UP')],
      maintenance: [span(200, 300)],
      seconds: { up: 500, down: 400, maintenance: 100 },
      percent: 55.555,
      outages: [2, 200, 200, 250],
    },
    {
      name: 'with an outage in maintenance alone: none',
      record: [line(0, 'UP'), line(200, 'DOWN'), line(300, 'UP')],
      maintenance: [span(150, 300)],
      seconds: { up: 850, maintenance: 150 },
      percent: 100,
      outages: NONE,
    },
    {
      name: 'of a range within an outage: what lies in it',
      record: [line(0, 'UP'), line(100, 'DOWN'), line(900, 'UP')],
      range: span(200, 600),
      seconds: { down: 400 },
      percent: 0,
      outages: [1, 400, null, 0],
    },
    {
      name: 'with an outage that ends with the range',
      record: [line(0, 'UP'), line(100, 'DOWN'), line(600, 'UP')],
      range: span(0, 600),
      seconds: { up: 100, down: 500 },
      percent: 16.666,
      outages: [1, 500, 500, 100],
    },
    {
      name: 'that was paused while it was down: the outage has ended',
      record: [line(0, 'DOWN'), line(400, 'PAUSED')],
      seconds: { down: 400, paused: 600 },
      percent: 0,
      outages: [1, 400, 400, 0],
    },
    {
      name: 'of an empty range',
      record: [line(0, 'UP')],
      range: span(500, 500),
      seconds: {},
      percent: null,
      outages: NONE,
    },
    {
      name: 'whose record begins late',
      record: [line(400, 'UP')],
      seconds: { up: 600, unobserved: 400 },
      percent: 100,
      outages: NONE,
    },
  ])('$name', ({ record, maintenance = [], range = span(0, 1_000), seconds, percent, outages }) => {
    const report = reported(record, range, maintenance);
    expect(report.seconds).toEqual({ ...zero, ...seconds });
    expect(report.percent).toBe(percent);
    expect([
      report.outages,
      report.longestOutageSec,
      report.meanTimeToRecoverSec,
      report.meanTimeBetweenFailuresSec,
    ]).toEqual(outages);
  });

  it('divides completely, whatever the record, the windows and the range', () => {
    const moment = fc.integer({ min: 0, max: 1_000 });
    const state = fc.constantFrom<RecordedState['state']>('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED');
    const spans = fc.array(
      fc.tuple(moment, moment).map(([one, other]) => span(Math.min(one, other), Math.max(one, other))),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(moment, state), { selector: ([second]) => second, maxLength: 20 }),
        spans,
        spans,
        fc.tuple(moment, moment),
        (lines, maintenance, deafness, [one, other]) => {
          const record = lines.toSorted(([a], [b]) => a - b).map(([second, each]) => line(second, each));
          const range = span(Math.min(one, other), Math.max(one, other));
          const report = reported(record, range, maintenance, deafness);
          const total = Object.values(report.seconds).reduce((sum, part) => sum + part, 0);
          expect(total).toBeCloseTo((range.to.getTime() - range.from.getTime()) / 1_000, 6);
          expect(report.seconds.unobserved).toBeGreaterThanOrEqual(0);
          expect(report.outages > 0).toBe(report.seconds.down > 0);
        },
      ),
    );
  });
});

describe('the outages of a record', () => {
  it.each<[string, RecordedState[], [number, number | null][]]>([
    ['nothing', [], []],
    ['never down', [line(0, 'UP'), line(5, 'UNOBSERVED'), line(9, 'UP')], []],
    ['one that lasts', [line(0, 'UP'), line(5, 'DOWN')], [[5, null]]],
    ['one that nobody looks at', [line(5, 'DOWN'), line(6, 'UNOBSERVED')], [[5, null]]],
    ['one that ends unseen', [line(5, 'DOWN'), line(6, 'UNOBSERVED'), line(9, 'UP')], [[5, 9]]],
    ['one that changes its cause', [line(5, 'DOWN'), line(6, 'DOWN'), line(9, 'DEGRADED')], [[5, 9]]],
    [
      'two',
      [line(1, 'DOWN'), line(2, 'UP'), line(3, 'DOWN'), line(4, 'PENDING')],
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])('%s', (_, record, expected) => {
    expect(outagesOf(record)).toEqual(
      expected.map(([from, to]) => ({ from: at(from), to: to === null ? null : at(to) })),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedState } from '../states/state-record.ts';
import {
  NOTHING,
  percentOf,
  segmentsOf,
  sumsOf,
  withoutMaintenance,
  type Segment,
  type Span,
  type Sums,
} from './uptime.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const span = (from: number, to: number): Span => ({ from: at(from), to: at(to) });
const line = (seconds: number, state: RecordedState['state']): RecordedState => ({ at: at(seconds), state });
const ever = span(-1e6, 1e6);

/** The seconds of a period, with maintenance that comes in these parts. */
function secondsOf(segments: readonly Segment[], period: Span, ...parts: (readonly Span[])[]): Sums {
  let sums = [sumsOf(segments, period)];
  for (const maintenance of parts) sums = withoutMaintenance(sums, segments, [period], maintenance);
  const seconds = Object.entries(sums[0] ?? NOTHING).map(([kind, ms]) => [kind, ms / 1_000] as const);
  return { ...NOTHING, ...Object.fromEntries(seconds) };
}

describe('uptime', () => {
  it.each<{
    name: string;
    record: RecordedState[];
    maintenance?: Span[];
    deafness?: Span[];
    period?: Span;
    expected: Partial<Sums>;
  }>([
    { name: 'of nothing is unknown', record: [], expected: {} },
    { name: 'up all the time', record: [line(0, 'UP')], expected: { up: 1_000 } },
    {
      name: 'DEGRADED is up',
      record: [line(0, 'UP'), line(400, 'DEGRADED')],
      expected: { up: 400, degraded: 600 },
    },
    {
      name: 'down for a quarter',
      record: [line(0, 'UP'), line(500, 'DOWN'), line(750, 'UP')],
      expected: { up: 750, down: 250 },
    },
    {
      name: 'PENDING, PAUSED and unobserved time is in neither',
      record: [
        line(0, 'PENDING'),
        line(100, 'UP'),
        line(300, 'PAUSED'),
        line(500, 'PENDING'),
        line(600, 'DOWN'),
        line(800, 'UNOBSERVED'),
      ],
      expected: { up: 200, down: 200, pending: 200, paused: 200, unobserved: 200 },
    },
    {
      name: 'maintenance is in neither, whatever the state',
      record: [line(0, 'UP'), line(500, 'DOWN'), line(700, 'UP')],
      maintenance: [span(400, 600)],
      expected: { up: 700, down: 100, maintenance: 200 },
    },
    {
      name: 'windows that overlap count once',
      record: [line(0, 'UP')],
      maintenance: [span(200, 400), span(100, 300), span(400, 450)],
      expected: { up: 650, maintenance: 350 },
    },
    {
      name: 'time in which we were deaf is in neither, and maintenance comes before it',
      record: [line(0, 'DOWN')],
      deafness: [span(100, 300)],
      maintenance: [span(200, 400)],
      expected: { down: 700, maintenance: 200, unobserved: 100 },
    },
    {
      name: 'a window outside of the record does not count',
      record: [line(0, 'UP')],
      maintenance: [span(-500, -100), span(2_000, 3_000)],
      expected: { up: 1_000 },
    },
    {
      name: 'only the period counts',
      record: [line(0, 'UP'), line(500, 'DOWN')],
      period: span(400, 700),
      expected: { up: 100, down: 200 },
    },
    {
      name: 'the future does not count',
      record: [line(0, 'UP')],
      period: span(900, 5_000),
      expected: { up: 100 },
    },
    {
      name: 'all of it paused is unknown',
      record: [line(0, 'PAUSED')],
      expected: { paused: 1_000 },
    },
  ])('$name', ({ record, maintenance = [], deafness = [], period = ever, expected }) => {
    expect(secondsOf(segmentsOf(record, deafness, at(1_000)), period, maintenance)).toEqual({
      ...NOTHING,
      ...expected,
    });
  });
});

describe('whatever the record and the windows', () => {
  const seconds = fc.integer({ min: 0, max: 1_000 });
  const states = fc.constantFrom<RecordedState['state']>('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED');
  const records = fc
    .uniqueArray(fc.tuple(seconds, states), { selector: ([second]) => second, minLength: 1, maxLength: 30 })
    .map((lines) => lines.toSorted(([one], [other]) => one - other).map(([second, state]) => line(second, state)));
  const spans = fc.array(
    fc.tuple(seconds, seconds).map(([one, other]) => span(Math.min(one, other), Math.max(one, other))),
    { maxLength: 8 },
  );

  it('segments never overlap or leave a hole, from the first line until now', () => {
    fc.assert(
      fc.property(records, spans, (record, deafness) => {
        const segments = segmentsOf(record, deafness, at(1_200));
        expect(segments[0]?.from).toBe(record[0]?.at.getTime());
        expect(segments.at(-1)?.to).toBe(at(1_200).getTime());
        for (const [i, segment] of segments.entries()) {
          expect(segment.to).toBeGreaterThan(segment.from);
          if (i > 0) expect(segment.from).toBe(segments[i - 1]?.to);
        }
      }),
    );
  });

  it('the parts of a period add up to it, and its days to the whole', () => {
    const total = (sums: Sums): number => Object.values(sums).reduce((sum, part) => sum + part, 0);
    fc.assert(
      fc.property(records, spans, spans, seconds, (record, maintenance, deafness, cut) => {
        const segments = segmentsOf(record, deafness, at(1_200));
        const first = ((record[0]?.at.getTime() ?? 0) - START) / 1_000;
        const whole = secondsOf(segments, span(0, 1_200), maintenance);
        expect(total(whole)).toBeCloseTo(1_200 - first, 6);
        const parts = [span(0, cut), span(cut, 1_200)].map((part) => secondsOf(segments, part, maintenance));
        expect(parts.reduce((sum, part) => sum + total(part), 0)).toBeCloseTo(total(whole), 6);
        expect(parts.reduce((sum, part) => sum + part.down, 0)).toBeCloseTo(whole.down, 6);
      }),
    );
  });
});

describe('maintenance', () => {
  it('gives the same sums in any number of parts as at once', () => {
    const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })), {
      maxLength: 20,
    });
    const states = fc.array(fc.constantFrom<RecordedState['state']>('UP', 'DOWN', 'DEGRADED', 'PAUSED'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(states, lengths, fc.nat(), (changes, gaps, cut) => {
        const segments = segmentsOf(
          changes.map((state, i) => line(i * 60, state)),
          [],
          at(1_200),
        );
        let end = 0;
        const spans = gaps.map(([gap, length]) => span(end + gap, (end += gap + length)));
        const middle = cut % (spans.length + 1);
        const parts = [spans.slice(0, middle), spans.slice(middle)];
        expect(secondsOf(segments, span(0, 1_000), ...parts)).toEqual(secondsOf(segments, span(0, 1_000), spans));
      }),
    );
  });
});

describe('the uptime in percent', () => {
  it.each<{ name: string; ms: Partial<Sums>; percent: number | null }>([
    { name: 'is unknown where nothing was observed', ms: { paused: 60, maintenance: 60 }, percent: null },
    { name: 'is 100 without any downtime', ms: { up: 1, degraded: 1 }, percent: 100 },
    { name: 'is 0 without any uptime', ms: { down: 1 }, percent: 0 },
    { name: 'counts slow time as up', ms: { degraded: 3, down: 1 }, percent: 75 },
    { name: 'is rounded down', ms: { up: 2, down: 1 }, percent: 66.666 },
    { name: 'is less than 100 with a second of a year', ms: { up: 31_535_999, down: 1 }, percent: 99.999 },
    { name: 'leaves out time that counts as neither', ms: { up: 1, down: 1, unobserved: 9, pending: 9 }, percent: 50 },
  ])('$name', ({ ms, percent }) => {
    expect(percentOf({ ...NOTHING, ...ms })).toBe(percent);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Check, LatencyPoint } from '@vedette/sdk';
import { chartRange, percentileLines, phaseLines, regionLines } from './chart-data.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const at = (minute: number): string => new Date(START + minute * MINUTE_MS).toISOString();
const point = (minute: number, p50: number | null, failures = 0): LatencyPoint => ({
  at: at(minute),
  count: p50 === null && failures === 0 ? 0 : 1,
  failures,
  min: p50,
  p50,
  p95: p50 === null ? null : p50 * 2,
  p99: p50 === null ? null : p50 * 3,
  max: p50,
});
const minutes = (times: readonly number[]): number[] =>
  times.map((each) => Math.round((each * 1_000 - START) / MINUTE_MS));

describe('percentileLines', () => {
  it('leaves out steps without a check, and interrupts the lines where checks are missing', () => {
    const points = [point(0, 10), point(1, null), point(2, 20), point(9, 30)];
    const { at: times, lines } = percentileLines(points, 3 * MINUTE_MS);
    expect(minutes(times)).toEqual([0, 2, 2, 9]);
    expect(lines.map(({ name, values }) => `${name} ${values.join()}`)).toEqual([
      'p50 10,20,,30',
      'p95 20,40,,60',
      'p99 30,60,,90',
    ]);
  });

  it('interrupts the lines at failures, and counts them', () => {
    const { lines, failures } = percentileLines([point(0, 10), point(1, null, 2), point(2, 10)], 3 * MINUTE_MS);
    expect(lines[0]?.values).toEqual([10, null, 10]);
    expect(failures).toEqual([0, 2, 0]);
  });

  it('is empty where nothing was measured', () => {
    expect(percentileLines([], MINUTE_MS)).toMatchObject({ at: [], failures: [] });
  });
});

describe('regionLines', () => {
  it('brings the times of the regions together', () => {
    const regions = [
      { name: 'eu', points: [point(0, 10), point(2, 12)] },
      { name: 'us', points: [point(1, 30), point(2, null, 1)] },
    ];
    const { at: times, lines, failures } = regionLines(regions, 10 * MINUTE_MS);
    expect(minutes(times)).toEqual([0, 1, 2]);
    expect(lines).toEqual([
      { name: 'eu', values: [10, undefined, 12] },
      { name: 'us', values: [undefined, 30, null] },
    ]);
    expect(failures).toEqual([0, 0, 1]);
  });
});

describe('phaseLines', () => {
  const check = (minute: number, phases: object, verdict: Check['verdict'] = 'UP'): Check =>
    ({
      slotAt: at(minute),
      verdict,
      responseMs: null,
      phases: { dns: null, connect: null, tls: null, firstByte: null, total: null, ...phases },
    }) as Check;

  it('puts the phases on top of each other, oldest check first', () => {
    const {
      at: times,
      lines,
      failures,
    } = phaseLines([check(1, { total: 50 }), check(0, { dns: 10, connect: 20, tls: 30, firstByte: 40, total: 110 })]);
    expect(minutes(times)).toEqual([0, 1]);
    expect(lines.map(({ name, values }) => `${name} ${values.join()}`)).toEqual([
      'rest 110,50',
      'firstByte 100,0',
      'tls 60,0',
      'connect 30,0',
      'dns 10,0',
    ]);
    expect(failures).toEqual([0, 0]);
  });

  it('has a gap for a check that failed', () => {
    const { lines, failures } = phaseLines([check(0, { total: 100 }, 'DOWN'), check(1, {}, 'UNOBSERVED')]);
    expect(lines.every(({ values }) => values.every((value) => value === null))).toBe(true);
    expect(failures).toEqual([1, 0]);
  });
});

describe('what a chart covers', () => {
  const asked = { from: 10_000, to: 20_000 };
  it.each([
    { name: 'what was asked for, without points', points: [], single: false, from: 10_000 },
    { name: 'what was asked for, although the first point is later', points: [12_000], single: false, from: 10_000 },
    { name: 'a first step that began before it', points: [9_960, 12_000], single: false, from: 9_960 },
    { name: 'single checks alone', points: [15_000, 16_000], single: true, from: 15_000 },
    { name: 'what was asked for, without single checks', points: [], single: true, from: 10_000 },
    { name: 'five minutes at least', points: [19_990], single: true, from: 19_700 },
    { name: 'exactly five minutes', points: [19_700], single: true, from: 19_700 },
  ])('is $name', ({ points, single, from }) => {
    expect(chartRange({ at: points }, asked, single)).toEqual({ from, to: 20_000 });
  });
});

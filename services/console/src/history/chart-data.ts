// Decides which lines a chart of response times has: gaps stay gaps, and times of several lines are brought together.

import type { Check, LatencyPoint } from '@vedette/sdk';

/** Undefined: the line has no point at this time; null: it is interrupted there. */
export type Value = number | null | undefined;

export interface Line {
  readonly name: string;
  readonly values: readonly Value[];
}

export interface ChartData {
  /** In seconds. */
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  /** Failed checks at each time. */
  readonly failures: readonly number[];
}

export const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'rest'] as const;
const PERCENTILES = ['p50', 'p95', 'p99'] as const;
const SECOND_MS = 1_000;

/** In seconds. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
}

/** So that the times below a chart differ. */
const LEAST_RANGE_SECONDS = 300;

/**
 * What a chart covers. The first step begins before the monitor was made, and its point must be seen; single checks cover
 * less than what was asked for where there are many.
 */
export function chartRange({ at }: Pick<ChartData, 'at'>, asked: ChartRange, hasSingleChecks: boolean): ChartRange {
  const first = at[0] ?? asked.from;
  const from = hasSingleChecks ? first : Math.min(first, asked.from);
  return { from: Math.min(from, asked.to - LEAST_RANGE_SECONDS), to: asked.to };
}

/** Steps in which nothing was due are left out; a silence longer than this interrupts the lines. */
export function percentileLines(points: readonly LatencyPoint[], silenceMs: number): ChartData {
  const shown = withGaps(points, silenceMs);
  return {
    at: shown.map(({ at }) => at / SECOND_MS),
    lines: PERCENTILES.map((name) => ({ name, values: shown.map(({ point }) => point?.[name] ?? null) })),
    failures: shown.map(({ point }) => point?.failures ?? 0),
  };
}

/** The median of each region. */
export function regionLines(
  regions: readonly { readonly name: string; readonly points: readonly LatencyPoint[] }[],
  silenceMs: number,
): ChartData {
  const shown = regions.map(({ name, points }) => ({ name, points: withGaps(points, silenceMs) }));
  const times = [...new Set(shown.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
  const failures = new Map<number, number>();
  const lines = shown.map(({ name, points }) => {
    const known = new Map(points.map(({ at, point }) => [at, point?.p50 ?? null]));
    for (const { at, point } of points) failures.set(at, (failures.get(at) ?? 0) + (point?.failures ?? 0));
    return { name, values: times.map((at): Value => known.get(at)) };
  });
  return { at: times.map((at) => at / SECOND_MS), lines, failures: times.map((at) => failures.get(at) ?? 0) };
}

/** Each check as its phases on top of each other, the last phase first: its line is the sum of all. */
export function phaseLines(checks: readonly Check[]): ChartData {
  const shown = checks.toSorted((one, other) => Date.parse(one.slotAt) - Date.parse(other.slotAt));
  const sums = shown.map(({ verdict, phases, responseMs }) => {
    const total = phases.total ?? responseMs;
    if (verdict !== 'UP' || total === null) return undefined;
    let sum = 0;
    const parts = PHASES.slice(0, -1).map((phase) => (sum += phases[phase as 'dns'] ?? 0));
    return [...parts, Math.max(sum, total)];
  });
  return {
    at: shown.map(({ slotAt }) => Date.parse(slotAt) / SECOND_MS),
    lines: PHASES.map((name, index) => ({ name, values: sums.map((parts) => parts?.[index] ?? null) })).toReversed(),
    failures: shown.map(({ verdict }) => (verdict === 'DOWN' ? 1 : 0)),
  };
}

interface Shown {
  readonly at: number;
  readonly point: LatencyPoint | undefined;
}

function withGaps(points: readonly LatencyPoint[], silenceMs: number): Shown[] {
  const shown: Shown[] = [];
  for (const point of points) {
    if (point.count === 0) continue;
    const at = Date.parse(point.at);
    const last = shown.at(-1);
    if (last !== undefined && at - last.at > silenceMs) shown.push({ at: last.at + 1, point: undefined });
    shown.push({ at, point });
  }
  return shown;
}

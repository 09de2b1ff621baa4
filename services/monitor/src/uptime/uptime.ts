// Decides for how much of a period a monitor was up, from the record of its states.

import type { RecordedState } from '../states/state-record.ts';

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

export type Kind = 'up' | 'degraded' | 'down' | 'pending' | 'paused' | 'unobserved' | 'maintenance';

export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
}

const KIND_OF: Readonly<Record<RecordedState['state'], Kind>> = {
  UP: 'up',
  DEGRADED: 'degraded',
  DOWN: 'down',
  PENDING: 'pending',
  PAUSED: 'paused',
  UNOBSERVED: 'unobserved',
};

/** Milliseconds of a period by what was observed. */
export type Sums = Readonly<Record<Kind, number>>;

export const NOTHING: Sums = { up: 0, degraded: 0, down: 0, pending: 0, paused: 0, unobserved: 0, maintenance: 0 };

/**
 * Splits the time from the first line of `record` until now into segments without overlaps or holes. `record` is in
 * order of time; `deafness` is time in which our listener was down.
 */
export function segmentsOf(record: readonly RecordedState[], deafness: readonly Span[], now: Date): Segment[] {
  const states = record.flatMap(({ at, state }, i): Segment[] => {
    const from = at.getTime();
    const to = Math.min(record[i + 1]?.at.getTime() ?? Infinity, now.getTime());
    return from < to ? [{ from, to, kind: KIND_OF[state] }] : [];
  });
  return overlay(states, merged(deafness), 'unobserved');
}

/** Expects `segments` in order of time, as everything here does. */
export function sumsOf(segments: readonly Segment[], period: Span): Sums {
  const ms = { ...NOTHING };
  for (const { from, to, kind } of partsWithin(segments, period)) ms[kind] += to - from;
  return ms;
}

/**
 * The sums of periods without the time in maintenance, which overrides any state. Maintenance may be taken out in any
 * number of steps, if none of them overlaps another.
 */
export function withoutMaintenance(
  sums: readonly Sums[],
  segments: readonly Segment[],
  periods: readonly Span[],
  maintenance: readonly Span[],
): Sums[] {
  const inMaintenance = merged(maintenance).flatMap(({ from, to }) =>
    partsWithin(segments, { from: new Date(from), to: new Date(to) }),
  );
  return sums.map((sum, i) => {
    const period = periods[i];
    return period === undefined ? sum : moved(sum, sumsOf(inMaintenance, period));
  });
}

function moved(sums: Sums, inMaintenance: Sums): Sums {
  const { up, degraded, down, pending, paused, unobserved } = inMaintenance;
  return {
    up: sums.up - up,
    degraded: sums.degraded - degraded,
    down: sums.down - down,
    pending: sums.pending - pending,
    paused: sums.paused - paused,
    unobserved: sums.unobserved - unobserved,
    maintenance: sums.maintenance + up + degraded + down + pending + paused + unobserved,
  };
}

/** Rounded down to three decimals, so that any downtime shows as less than 100; null if nothing counts. */
export function percentOf({ up, degraded, down }: Sums): number | null {
  const available = up + degraded;
  const observed = available + down;
  return observed > 0 ? Math.floor((available * 100_000) / observed) / 1_000 : null;
}

/** The parts of segments that lie in the period. */
function partsWithin(segments: readonly Segment[], period: Span): Segment[] {
  const [from, to] = [period.from.getTime(), period.to.getTime()];
  const parts: Segment[] = [];
  for (let i = firstEndingAfter(segments, from); i < segments.length; i += 1) {
    const segment = segments[i];
    if (segment === undefined || segment.from >= to) break;
    parts.push({ from: Math.max(segment.from, from), to: Math.min(segment.to, to), kind: segment.kind });
  }
  return from < to ? parts : [];
}

function firstEndingAfter(segments: readonly Segment[], at: number): number {
  let [first, end] = [0, segments.length];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if ((segments[middle]?.to ?? Infinity) > at) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** Changes the kind of the parts of segments that lie within the spans. */
function overlay(segments: readonly Segment[], spans: readonly Segment[], kind: Kind): Segment[] {
  if (spans.length === 0) return [...segments];
  const result: Segment[] = [];
  let first = 0;
  for (const segment of segments) {
    while ((spans[first]?.to ?? Infinity) <= segment.from) first += 1;
    let { from } = segment;
    for (let i = first; (spans[i]?.from ?? Infinity) < segment.to; i += 1) {
      const span = spans[i];
      if (span === undefined) break;
      if (span.from > from) result.push({ ...segment, from, to: span.from });
      const to = Math.min(span.to, segment.to);
      result.push({ from: Math.max(span.from, from), to, kind });
      from = to;
    }
    if (from < segment.to) result.push({ ...segment, from });
  }
  return result;
}

/** Merges spans into order of time, without overlaps. The kind of the result has no meaning. */
function merged(spans: readonly Span[]): Segment[] {
  const inOrder = spans
    .map(({ from, to }): Segment => ({ from: from.getTime(), to: to.getTime(), kind: 'unobserved' }))
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => one.from - other.from);
  const result: Segment[] = [];
  for (const span of inOrder) {
    const last = result.at(-1);
    if (last === undefined || span.from > last.to) result.push(span);
    else result[result.length - 1] = { ...last, to: Math.max(last.to, span.to) };
  }
  return result;
}

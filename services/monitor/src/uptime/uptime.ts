// Decides for how much of a period a monitor was up, from the record of its states.

import { percentOfTime, type UptimeSummary } from '@vedette/contract';
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

/**
 * Splits the time from the first line of `record` until now into segments without overlaps or holes. `record` is in
 * order of time. Maintenance overrides any state; `deafness` is time in which our listener was down.
 */
export function segmentsOf(
  record: readonly RecordedState[],
  maintenance: readonly Span[],
  deafness: readonly Span[],
  now: Date,
): Segment[] {
  const states = record.flatMap(({ at, state }, i): Segment[] => {
    const from = at.getTime();
    const to = Math.min(record[i + 1]?.at.getTime() ?? Infinity, now.getTime());
    return from < to ? [{ from, to, kind: KIND_OF[state] }] : [];
  });
  return overlay(overlay(states, merged(deafness), 'unobserved'), merged(maintenance), 'maintenance');
}

/** The milliseconds of a period by their kinds. Expects `segments` in order of time. */
export function millisecondsOf(segments: readonly Segment[], period: Span): Record<Kind, number> {
  const ms = { up: 0, degraded: 0, down: 0, pending: 0, paused: 0, unobserved: 0, maintenance: 0 };
  const [from, to] = [period.from.getTime(), period.to.getTime()];
  for (const segment of segments) {
    ms[segment.kind] += Math.max(0, Math.min(segment.to, to) - Math.max(segment.from, from));
  }
  return ms;
}

/** The totals of a period, as status pages show them. */
export function summarize(segments: readonly Segment[], period: Span): UptimeSummary {
  const ms = millisecondsOf(segments, period);
  return {
    upSeconds: ms.up / 1_000,
    degradedSeconds: ms.degraded / 1_000,
    downSeconds: ms.down / 1_000,
    maintenanceSeconds: ms.maintenance / 1_000,
    unknownSeconds: (ms.pending + ms.paused + ms.unobserved) / 1_000,
  };
}

export function uptimePercent({ upSeconds, degradedSeconds, downSeconds }: UptimeSummary): number | null {
  const available = upSeconds + degradedSeconds;
  return percentOfTime(available, available + downSeconds);
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

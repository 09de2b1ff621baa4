// Decides what the record of states says now, and what a change by hand adds to it. Otherwise results write this record.

import type { MonitorState } from '@vedette/contract';
import { observationGap, type Observed } from './observation-gap.ts';

/** A line in the record of states; the record has one for every change, and for every gap in observation. */
export interface RecordedState {
  readonly at: Date;
  readonly state: MonitorState | 'UNOBSERVED';
}

export interface RecordedChange {
  readonly lines: readonly RecordedState[];
  /** True: the record ends in a gap until the next result. */
  readonly endsUnobserved: boolean;
}

/** `changesLimit`: the longest permitted silence changes. A gap under the old limit is therefore recorded now. */
export function recordChange(
  current: Observed,
  enters: MonitorState | undefined,
  changesLimit: boolean,
  now: Date,
): RecordedChange {
  const gap = observationGap(current, now);
  const silence = gap.kind === 'since' ? [{ at: gap.at, state: 'UNOBSERVED' as const }] : [];
  if (enters !== undefined) return { lines: [...silence, { at: now, state: enters }], endsUnobserved: false };
  return changesLimit ? { lines: silence, endsUnobserved: silence.length > 0 } : { lines: [], endsUnobserved: false };
}

/** The stored record, oldest line first, and the gap that has not ended: it is not stored yet. */
export function currentRecord(monitor: Observed, record: readonly RecordedState[], now: Date): RecordedState[] {
  const gap = observationGap(monitor, now);
  return gap.kind === 'since' ? [...record, { at: gap.at, state: 'UNOBSERVED' }] : [...record];
}

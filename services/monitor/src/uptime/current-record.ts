// Decides what the record of states says now. A gap that has not ended is not written yet, so it is added here.

import { observationGap, type Observed } from '../states/observation-gap.ts';
import type { RecordedState } from '../states/state-record.ts';

/** `record` is in order of time, and so is the result. */
export function currentRecord(monitor: Observed, record: readonly RecordedState[], now: Date): RecordedState[] {
  const gap = observationGap(monitor, now);
  return gap.kind === 'since' ? [...record, { at: gap.at, state: 'UNOBSERVED' }] : [...record];
}

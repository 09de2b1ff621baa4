// Decides what a change by hand does to the time that a cron job is allowed.

import type { Monitor, MonitorState, MonitorUpdate } from '@vedette/contract';

export type HeartbeatStep =
  /** It is no cron job, before or after. */
  | 'none'
  | 'make'
  | 'drop'
  /** Its time counts from now: resumed, and what it was doing before is forgotten. */
  | 'restart'
  /** Its time counts from now: it has another period. */
  | 'new-period'
  /** Its time counts as before, but may be longer or shorter, or may not count at all while it is paused. */
  | 'recount';

type Timed = Pick<Monitor, 'expectedPeriodSec' | 'intervalSeconds'>;

export function heartbeatStep(
  current: Pick<Monitor, 'type'> & Timed,
  update: MonitorUpdate,
  enters: MonitorState | undefined,
): HeartbeatStep {
  const result = { ...current, ...update };
  if (result.type !== 'CRON') return current.type === 'CRON' ? 'drop' : 'none';
  if (current.type !== 'CRON') return 'make';
  if (enters === 'PENDING') return 'restart';
  return periodOf(result) === periodOf(current) ? 'recount' : 'new-period';
}

/** A cron job without a period of its own reports at every interval. */
function periodOf({ expectedPeriodSec, intervalSeconds }: Timed): number {
  return expectedPeriodSec ?? intervalSeconds;
}

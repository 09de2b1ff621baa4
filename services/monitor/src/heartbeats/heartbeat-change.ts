// Decides how a change by hand affects the deadline of a cron job.

import type { Monitor, MonitorState, MonitorUpdate } from '@vedette/contract';

export type HeartbeatStep =
  /** The monitor is not a cron job, before or after the change. */
  | 'none'
  | 'make'
  | 'drop'
  /** The job was resumed: its time counts from now, and an earlier run is forgotten. */
  | 'restart'
  /** The job has a new period: its time counts from now. */
  | 'new-period'
  /** The time counts from the same moment as before. Only its length changes, or it stops counting during a pause. */
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

/** A cron job without an expected period reports once every interval. */
function periodOf({ expectedPeriodSec, intervalSeconds }: Timed): number {
  return expectedPeriodSec ?? intervalSeconds;
}

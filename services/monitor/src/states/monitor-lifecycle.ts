// Decides what pausing, resuming and deleting do to a monitor, depending on its state.

import type { MonitorState, MonitorType } from '@vedette/contract';

export type NextCheck =
  | { readonly kind: 'as-planned' }
  /** The next check may move to an earlier time, never to a later one. */
  | { readonly kind: 'no-later-than'; readonly at: Date }
  | { readonly kind: 'none' };

/** A change of a monitor's row in `monitor_runtime`. */
export interface RuntimeChange {
  /** Undefined: the state and the time of its last change stay as they are. */
  readonly enters: MonitorState | undefined;
  /** True: the result of a check in flight will change nothing, and earlier latencies no longer count. */
  readonly raisesEpoch: boolean;
  readonly nextCheck: NextCheck;
  /** True: what the last check found no longer applies to the monitor. */
  readonly forgetsResults: boolean;
}

export type LifecycleDecision =
  { readonly kind: 'unchanged' } | { readonly kind: 'changed'; readonly runtime: RuntimeChange };

const UNCHANGED: LifecycleDecision = { kind: 'unchanged' };

interface Current {
  readonly state: MonitorState;
  readonly type: MonitorType;
}

export function pause({ state }: Current): LifecycleDecision {
  if (state === 'PAUSED') return UNCHANGED;
  return {
    kind: 'changed',
    runtime: { enters: 'PAUSED', raisesEpoch: true, nextCheck: { kind: 'none' }, forgetsResults: false },
  };
}

export function resume({ state, type }: Current, now: Date): LifecycleDecision {
  if (state !== 'PAUSED') return UNCHANGED;
  return {
    kind: 'changed',
    runtime: { enters: 'PENDING', raisesEpoch: true, nextCheck: checkAtOnce(type, now), forgetsResults: false },
  };
}

/** A cron job is not checked: it reports, or misses its deadline. */
export function checkAtOnce(type: MonitorType, now: Date): NextCheck {
  return type === 'CRON' ? { kind: 'none' } : { kind: 'no-later-than', at: now };
}

/** How far the removal of a monitor has come. Released: no other service refers to the monitor any more. */
export type Presence = 'live' | 'deleted' | 'released';

export type DeletionDecision =
  | { readonly kind: 'not-found' }
  /** An earlier request deleted the monitor and did not finish. The event and the count are not repeated. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'delete'; readonly runtime: RuntimeChange };

export function deletion(presence: Presence | undefined): DeletionDecision {
  switch (presence) {
    case 'live':
      return {
        kind: 'delete',
        runtime: { enters: undefined, raisesEpoch: true, nextCheck: { kind: 'none' }, forgetsResults: false },
      };
    case 'deleted':
      return { kind: 'finish' };
    case 'released':
    case undefined:
      return { kind: 'not-found' };
  }
}

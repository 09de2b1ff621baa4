// Decides what pausing, resuming and deleting do to a monitor, from the state it is in.

import type { MonitorState, MonitorType } from '@vedette/contract';

export type NextCheck =
  | { readonly kind: 'as-planned' }
  /** Brought forward, never put off. */
  | { readonly kind: 'no-later-than'; readonly at: Date }
  | { readonly kind: 'none' };

/** What happens to the narrow row of a monitor. */
export interface RuntimeChange {
  /** Undefined: the state stays, and so does the time of its last change. */
  readonly enters: MonitorState | undefined;
  /** True: whatever check is in flight changes nothing when it lands, and the latencies so far do not count. */
  readonly raisesEpoch: boolean;
  readonly nextCheck: NextCheck;
  /** True: what the last check saw says nothing about the monitor any more. */
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

/** How far the removal of a monitor has come. Released: no other service refers to it any more. */
export type Presence = 'live' | 'deleted' | 'released';

export type DeletionDecision =
  | { readonly kind: 'not-found' }
  /** An earlier request deleted it and did not live to finish: nothing is told or counted twice. */
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

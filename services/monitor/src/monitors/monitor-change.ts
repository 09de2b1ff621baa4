// Decides what a PATCH does to a monitor: whether the result is valid, which fields change, what follows.

import { isDeepStrictEqual } from 'node:util';
import { detailsOf, monitorFaults, type Detail, type Monitor, type MonitorUpdate } from '@vedette/contract';
import { changesTarget } from './check-target.ts';
import { heartbeatStep, type HeartbeatStep } from '../heartbeats/heartbeat-change.ts';
import { checkAtOnce, type NextCheck, type RuntimeChange } from '../states/monitor-lifecycle.ts';
import { nextSlotAfter } from '../schedule/check-slots.ts';

export type MonitorChange =
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] }
  | {
      readonly kind: 'accepted';
      /** The names of the fields whose values change, sorted; often none. */
      readonly changed: readonly (keyof MonitorUpdate)[];
      readonly heartbeat: HeartbeatStep;
      readonly runtime: RuntimeChange;
      /** True: the stored observations belong to the old target. */
      readonly forgetsTarget: boolean;
    };

export function changeMonitor(current: Monitor, update: MonitorUpdate, now: Date): MonitorChange {
  const result = { ...current, ...update };
  const faults = detailsOf(monitorFaults(result));
  if (faults.length > 0) return { kind: 'refused', faults };
  const changed = changedFields(current, update);
  const runtime = runtimeChange(current, result, changed, now);
  return {
    kind: 'accepted',
    changed,
    heartbeat: heartbeatStep(current, update, runtime.enters),
    runtime,
    forgetsTarget: changesTarget(result.type, changed),
  };
}

function changedFields(current: Monitor, update: MonitorUpdate): (keyof MonitorUpdate)[] {
  const sent = Object.keys(update) as (keyof MonitorUpdate)[];
  return sent.filter((field) => !isDeepStrictEqual(update[field], current[field])).toSorted();
}

function runtimeChange(
  current: Monitor,
  result: Monitor,
  changed: readonly (keyof MonitorUpdate)[],
  now: Date,
): RuntimeChange {
  const isOtherType = result.type !== current.type;
  const isOtherTarget = changesTarget(result.type, changed);
  return {
    enters: isOtherType && current.state !== 'PAUSED' && current.state !== 'PENDING' ? 'PENDING' : undefined,
    raisesEpoch: isOtherTarget,
    nextCheck: nextCheck(current, result, isOtherTarget, now),
    forgetsResults: isOtherType,
  };
}

function nextCheck(current: Monitor, result: Monitor, isOtherTarget: boolean, now: Date): NextCheck {
  if (result.type === 'CRON') return { kind: 'none' };
  if (current.state === 'PAUSED') return { kind: 'as-planned' };
  if (isOtherTarget) return checkAtOnce(result.type, now);
  // The next slot of the old, longer interval may be a day away.
  if (result.intervalSeconds < current.intervalSeconds) {
    const { id: monitorId, intervalSeconds } = result;
    return { kind: 'no-later-than', at: nextSlotAfter({ monitorId, intervalSeconds }, now) };
  }
  return { kind: 'as-planned' };
}

// Decides how long alerts wait until the monitor on which theirs depends was checked, and what is known of it meanwhile.
import type { ParentState } from '../plans/contact-news.ts';

/** An outage of the parent that becomes known later does not stop the alerts. */
const LONGEST_WAIT_MS = 10_000;
/** A parent of thousands recovers for all of them at once, and they are checked one after the other. */
const LONGEST_TURN_MS = 5 * 60_000;

/** What the alerts of an outage wait for. */
export interface ParentWait {
  readonly until: Date;
  /** When the check was over; null: it is not, or nobody knows. */
  readonly knownAt: Date | null;
  /** The parent has an ongoing incident. */
  readonly isParentDown: boolean;
}

export function waitUntil(from: Date): Date {
  return new Date(from.getTime() + LONGEST_WAIT_MS);
}

/** For a monitor whose parent has recovered: how long it may take until its check begins. `waitUntil` counts from then. */
export function turnUntil(from: Date): Date {
  return new Date(from.getTime() + LONGEST_TURN_MS);
}

/** For an outage that becomes known now. What is over is not worth a check. */
export function parentOfOpening(parent: { isDown: boolean } | undefined, isOver: boolean, now: Date): ParentState {
  if (parent === undefined) return { kind: 'none' };
  if (!isOver) return { kind: 'asked', until: waitUntil(now) };
  return { kind: parent.isDown ? 'down' : 'none' };
}

/** A failed check has opened an incident of the parent before it is over. */
export function parentState(wait: ParentWait | undefined, now: Date): ParentState {
  if (wait === undefined) return { kind: 'none' };
  const { until, knownAt, isParentDown } = wait;
  if (knownAt === null && now < until) return { kind: 'asked', until };
  return isParentDown ? { kind: 'down' } : { kind: 'up', knownAt: knownAt ?? until };
}

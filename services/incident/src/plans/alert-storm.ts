// Decides whether an alert to a contact is sent at once or told together with others, and when that message is due.

/** What is known of the alerts that one contact got lately. */
export interface Storm {
  /** When alerts were sent to it one by one, the oldest first. */
  readonly toldAt: readonly Date[];
  /** Until when alerts are gathered; in the past if the storm may be over, null if there was none. */
  readonly gatherUntil: Date | null;
}

export type StormVerdict =
  /** `toldAt` counts this alert, too. */
  | { readonly kind: 'at-once'; readonly toldAt: readonly Date[] }
  /** `isFirst`: a storm begins. */
  | { readonly kind: 'gather'; readonly until: Date; readonly isFirst: boolean }
  /** Everything that is due is told in one message; what follows is gathered again. */
  | { readonly kind: 'together'; readonly gatherUntil: Date };

const AT_ONCE = 5;
const MINUTE_MS = 60_000;
const FIRST_GATHERED_MS = 15_000;

/**
 * Attempts that failed count, too: a receiver that asks for patience gets fewer messages. A storm is over when nothing
 * became due while alerts were gathered.
 */
export function stormVerdict({ toldAt, gatherUntil }: Storm, dueAt: Date, now: Date): StormVerdict {
  if (gatherUntil !== null) {
    if (now < gatherUntil) return { kind: 'gather', until: gatherUntil, isFirst: false };
    if (dueAt <= gatherUntil) return { kind: 'together', gatherUntil: later(now, MINUTE_MS) };
  }
  const lately = toldAt.filter((at) => later(at, MINUTE_MS) > now);
  if (lately.length < AT_ONCE) return { kind: 'at-once', toldAt: [...lately, now] };
  return { kind: 'gather', until: later(now, FIRST_GATHERED_MS), isFirst: true };
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

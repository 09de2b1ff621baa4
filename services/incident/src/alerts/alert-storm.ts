// Decides which messages to one contact go at once and which are gathered, when many are due within a minute.

/** So many within a minute go at once. */
const AT_ONCE = 5;
const WINDOW_MS = 60_000;
/** How long after the sixth the first gathered message goes. */
const FIRST_GATHERING_MS = 15_000;
/** Later ones follow one another so often. */
const NEXT_GATHERING_MS = 60_000;

/** The most names in one gathered message; further ones are counted. */
export const MOST_NAMES = 50;

export interface ContactMessages {
  /** When messages went at once, or were due to; older ones than a minute do not matter. */
  readonly atOnce: readonly Date[];
  /** When the gathered message goes that collects subjects now; null if none does. */
  readonly gatheredAt: Date | null;
  /** When the last gathered message went; null if none did. */
  readonly lastGatheredAt: Date | null;
}

export type StormVerdict = { readonly kind: 'at-once' } | { readonly kind: 'gather'; readonly at: Date };

/** The place of one more message that is due now. */
export function stormVerdict({ atOnce, gatheredAt, lastGatheredAt }: ContactMessages, now: Date): StormVerdict {
  if (gatheredAt !== null) return { kind: 'gather', at: gatheredAt };
  // The storm goes on: a further message shortly after a gathered one waits for the next.
  if (lastGatheredAt !== null && isWithinWindow(lastGatheredAt, now)) {
    return { kind: 'gather', at: new Date(lastGatheredAt.getTime() + NEXT_GATHERING_MS) };
  }
  if (atOnce.filter((at) => isWithinWindow(at, now)).length < AT_ONCE) return { kind: 'at-once' };
  return { kind: 'gather', at: new Date(now.getTime() + FIRST_GATHERING_MS) };
}

function isWithinWindow(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < WINDOW_MS;
}

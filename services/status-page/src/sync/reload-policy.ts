// Decides when a replica looks for changed pages, and when a page that could not be loaded is tried again.

/** A look finds pages whose signal was lost. */
export const LOOK_EVERY_MS = 1_000;
/** Many changes at a time are found by few looks. */
const LOOK_AGAIN_AFTER_MS = 300;
/** Changes may have been missed if the previous look is longer ago than this: all pages are compared. */
const GAP_MS = 5_000;
const COMPARE_EVERY_MS = 300_000;
const RETRY_AFTER_MS = 2_000;

/** When the previous look began and ended, and when all pages are compared at the latest. */
export interface Looks {
  readonly beganAt: number;
  readonly endedAt: number;
  readonly compareAt: number;
}

export const NO_LOOK_YET: Looks = { beganAt: -Infinity, endedAt: -Infinity, compareAt: -Infinity };

/** After a signal; 0: at once. */
export function waitBeforeLookMs({ beganAt }: Looks, now: number): number {
  return Math.max(0, beganAt + LOOK_AGAIN_AFTER_MS - now);
}

export function nextLook({ endedAt, compareAt }: Looks, now: number): 'compare-all' | 'find-changed' {
  return now - endedAt > GAP_MS || now > compareAt ? 'compare-all' : 'find-changed';
}

export function comparedAll(looks: Looks, now: number): Looks {
  return { ...looks, compareAt: now + COMPARE_EVERY_MS };
}

/** The next comparison finds the page that could not be loaded. */
export function failedToLoad(looks: Looks, now: number): Looks {
  return { ...looks, compareAt: Math.min(looks.compareAt, now + RETRY_AFTER_MS) };
}

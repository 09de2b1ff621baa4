// Decides when a replica looks for changed pages, which pages a look loads again, and when a failed page is tried again.

/** A look finds pages whose signal was lost, and pages whose uptime is old. */
export const LOOK_EVERY_MS = 1_000;
/** Many changes at a time are found by few looks. */
const LOOK_AGAIN_AFTER_MS = 300;
/** Changes may have been missed if the previous look is longer ago than this: all pages are compared. */
const GAP_MS = 5_000;
const COMPARE_EVERY_MS = 300_000;
const RETRY_AFTER_MS = 2_000;

/** Uptime changes all the time; pages that were viewed lately are loaded again more often. */
const WATCHED_MS = 600_000;
const RELOAD_WATCHED_MS = 60_000;
const RELOAD_UNWATCHED_MS = 900_000;
/** As often as the monitor service is asked whether it is there. */
const RELOAD_WITHOUT_UPTIME_MS = 5_000;

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

export interface LoadedPage {
  readonly loadedAt: number;
  /** False: the monitor service did not answer. */
  readonly hasUptime: boolean;
  /** 0: never. */
  readonly viewedAt: number;
}

export function isReloadDue({ loadedAt, hasUptime, viewedAt }: LoadedPage, now: number): boolean {
  if (!hasUptime) return now - loadedAt > RELOAD_WITHOUT_UPTIME_MS;
  return now - loadedAt > (now - viewedAt < WATCHED_MS ? RELOAD_WATCHED_MS : RELOAD_UNWATCHED_MS);
}

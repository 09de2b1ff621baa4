// Decides which leases of alerts have ended, so that their processes count as dead.

/** A living process renews a lease this often, and several renewals may be late. */
export const RENEW_MS = 1_000;
export const LEASE_MS = 3_000;

/**
 * PostgreSQL has answered this process for so long before a lease is believed to have ended. Whoever lives has then been
 * able to renew its leases, however long PostgreSQL was away. A process tries again after 2 s at most.
 */
const HEARD_FOR_MS = 2_500;
/** Answers that are closer together are one. */
const SPACING_MS = 250;

/** An answer of PostgreSQL. */
export interface Heard {
  /** By the clock of PostgreSQL, when it began to answer. */
  readonly at: Date;
  /** By the clock of this process that never jumps, after the answer had arrived. */
  readonly heardMs: number;
}

/** Leases until this time or before it have ended. `heard` is in order. */
export function leasesEndedBy(heard: readonly Heard[], nowMs: number): Date {
  return heard.findLast(({ heardMs }) => isOld(heardMs, nowMs))?.at ?? new Date(0);
}

/** Keeps what is needed from now on, at most a dozen answers. */
export function withAnswer(heard: readonly Heard[], newest: Heard): readonly Heard[] {
  const last = heard.at(-1);
  if (last !== undefined && newest.heardMs - last.heardMs < SPACING_MS) return heard;
  const kept = heard.findLastIndex(({ heardMs }) => isOld(heardMs, newest.heardMs));
  return [...heard.slice(Math.max(kept, 0)), newest];
}

function isOld(heardMs: number, nowMs: number): boolean {
  return nowMs - heardMs >= HEARD_FOR_MS;
}

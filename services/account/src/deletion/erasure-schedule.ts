// Decides when the services are swept for data of a deleted organization, and when that is over.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * After the deletion. The second sweep finds what transactions wrote that were running during the first one. A gateway
 * that cannot reach the account service believes in a key for five minutes; the third sweep comes after that time.
 */
const SWEEPS_AFTER_MS = [0, 15 * SECOND_MS, 10 * MINUTE_MS];

export type NextSweep = { readonly kind: 'sweep'; readonly at: Date } | { readonly kind: 'over' };

/** `sweeps` counts the sweeps that went through all services and found nothing left. */
export function nextSweep(deletedAt: Date, sweeps: number): NextSweep {
  const afterMs = SWEEPS_AFTER_MS[sweeps];
  return afterMs === undefined ? { kind: 'over' } : { kind: 'sweep', at: new Date(deletedAt.getTime() + afterMs) };
}

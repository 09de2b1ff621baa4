// Decides which secrets of an endpoint sign, until when the previous secret signs, and when a new one may be created.

const SIGNS_AFTER_RETIREMENT_MS = 24 * 3_600_000;
const MOST_LIVE = 10;

export interface DatedSecret {
  /** Null for the present secret. */
  readonly retiredAt: Date | null;
}

/** The secrets that sign, newest first. */
export function liveSecrets<S extends DatedSecret>(newestFirst: readonly S[], now: Date): S[] {
  return newestFirst.filter(({ retiredAt }) => retiredAt === null || endOf(retiredAt) > now);
}

/** Null when only the present secret signs. */
export function previousSecretExpiresAt(newestFirst: readonly DatedSecret[], now: Date): Date | null {
  const previous = liveSecrets(newestFirst, now).find(({ retiredAt }) => retiredAt !== null);
  return previous?.retiredAt ? endOf(previous.retiredAt) : null;
}

export type Rotation = { kind: 'allowed' } | { kind: 'conflict'; live: number; until: Date };

/**
 * A retired secret always signs for the promised 24 hours: at the limit, a rotation must wait for the oldest to expire.
 */
export function rotationAt(newestFirst: readonly DatedSecret[], now: Date): Rotation {
  const live = liveSecrets(newestFirst, now);
  const oldest = live.at(-1)?.retiredAt ?? null;
  if (live.length < MOST_LIVE || oldest === null) return { kind: 'allowed' };
  return { kind: 'conflict', live: live.length, until: endOf(oldest) };
}

function endOf(retiredAt: Date): Date {
  return new Date(retiredAt.getTime() + SIGNS_AFTER_RETIREMENT_MS);
}

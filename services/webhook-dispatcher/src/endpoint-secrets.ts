// Decides which secrets of an endpoint sign, and until when the one before the present does.

const SIGNS_AFTER_RETIREMENT_MS = 24 * 3_600_000;
const MOST_LIVE = 5;

export interface DatedSecret {
  /** Null for the present one. */
  readonly retiredAt: Date | null;
}

/** Those that sign, in the order given, which is newest first. */
export function liveSecrets<S extends DatedSecret>(newestFirst: readonly S[], now: Date): S[] {
  return newestFirst.filter(({ retiredAt }) => retiredAt === null || endOf(retiredAt) > now).slice(0, MOST_LIVE);
}

/** Null when only the present one signs. */
export function previousSecretExpiresAt(newestFirst: readonly DatedSecret[], now: Date): Date | null {
  const previous = liveSecrets(newestFirst, now).find(({ retiredAt }) => retiredAt !== null);
  return previous?.retiredAt ? endOf(previous.retiredAt) : null;
}

function endOf(retiredAt: Date): Date {
  return new Date(retiredAt.getTime() + SIGNS_AFTER_RETIREMENT_MS);
}

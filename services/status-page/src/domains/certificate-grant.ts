// Decides when an edge may obtain a certificate for a proven domain: an organization gets ten new ones in 24 hours.

/** A certificate authority limits how many certificates one client gets, so no organization may use up that number. */
export const NEW_DOMAINS_A_DAY = 10;
const DAY_MS = 24 * 3_600_000;

/** What is known of a proven domain and of its organization. */
export interface GrantRequest {
  /** True if the organization already has the grant for this domain. */
  readonly isGranted: boolean;
  /** When the organization got its grants, in any order; those older than a day may be left out. */
  readonly grantedAt: readonly Date[];
}

export type GrantDecision =
  | { readonly kind: 'already-granted' }
  | { readonly kind: 'granted' }
  /** `nextFreeAt`: when enough of the other grants are a day old. */
  | { readonly kind: 'too-many-today'; readonly nextFreeAt: Date };

export function decideGrant({ isGranted, grantedAt }: GrantRequest, now: Date): GrantDecision {
  if (isGranted) return { kind: 'already-granted' };
  const freeAgainAt = grantedAt
    .map((at) => at.getTime() + DAY_MS)
    .filter((at) => at > now.getTime())
    .toSorted((a, b) => b - a);
  // The tenth newest grant must be a day old before the next one fits.
  const waitsUntil = freeAgainAt[NEW_DOMAINS_A_DAY - 1];
  return waitsUntil === undefined ? { kind: 'granted' } : { kind: 'too-many-today', nextFreeAt: new Date(waitsUntil) };
}

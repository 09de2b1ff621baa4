// Decides how long a sign-in link works, and what a redeemed link does.

const LIFETIME_MS = 15 * 60_000;

export interface LinkTimes {
  readonly expiresAt: Date;
  /** Null until it is redeemed. */
  readonly usedAt: Date | null;
}

export type Redemption = { readonly kind: 'sign-in' } | { readonly kind: 'refused'; readonly because: LinkFault };

export type LinkFault = 'unknown' | 'used' | 'expired';

export function linkExpiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + LIFETIME_MS);
}

/** A link works once. The client is not told which fault a link has; the metrics are. */
export function redeemLink(link: LinkTimes | undefined, now: Date): Redemption {
  if (link === undefined) return { kind: 'refused', because: 'unknown' };
  if (link.usedAt !== null) return { kind: 'refused', because: 'used' };
  return link.expiresAt <= now ? { kind: 'refused', because: 'expired' } : { kind: 'sign-in' };
}

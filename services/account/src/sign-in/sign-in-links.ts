// Decides how long a sign-in link works, what a redeemed link does, and how often a client address may ask and redeem.

const LIFETIME_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

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

/** REDEEM: a link that did not work. REQUEST: a link was asked for. */
export type TryKind = 'REDEEM' | 'REQUEST';

export type TryVerdict = { readonly kind: 'allowed' } | { readonly kind: 'wait'; readonly seconds: number };

/** People ask for links more often than they present wrong ones. */
const SHARE: Readonly<Record<TryKind, number>> = { REDEEM: 1, REQUEST: 2 };

/** The tries since this instant count. */
export function countedFrom(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/** `triedAt` are the counted tries of this kind, in any order. */
export function mayTry(kind: TryKind, triedAt: readonly Date[], perHour: number, now: Date): TryVerdict {
  const most = perHour * SHARE[kind];
  const counted = triedAt.filter((at) => at > countedFrom(now)).map((at) => at.getTime());
  if (counted.length < most) return { kind: 'allowed' };
  // The next try is allowed when enough of the counted ones are an hour old.
  const leaving = counted.toSorted((a, b) => a - b)[counted.length - most] ?? now.getTime();
  return { kind: 'wait', seconds: Math.max(1, Math.ceil((leaving + HOUR_MS - now.getTime()) / 1_000)) };
}

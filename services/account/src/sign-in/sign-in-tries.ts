// Decides whether a client address may try once more to sign in, or must wait.

const HOUR_MS = 3_600_000;

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
  // One more may be tried when so many have left the hour that there is room.
  const leaving = counted.toSorted((a, b) => a - b)[counted.length - most] ?? now.getTime();
  return { kind: 'wait', seconds: Math.max(1, Math.ceil((leaving + HOUR_MS - now.getTime()) / 1_000)) };
}

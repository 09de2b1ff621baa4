// Decides whether an organization may invite once more, or must wait.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Limit {
  readonly most: number;
  readonly withinMs: number;
  readonly toAddress: boolean;
  readonly reason: string;
}

/** An invitation is a mail to somebody who never asked for one. */
const LIMITS: readonly Limit[] = [
  { most: 60, withinMs: HOUR_MS, toAddress: false, reason: 'An organization may invite 60 times an hour' },
  { most: 200, withinMs: DAY_MS, toAddress: false, reason: 'An organization may invite 200 times a day' },
  { most: 3, withinMs: DAY_MS, toAddress: true, reason: 'An organization may invite one address 3 times a day' },
];

/** An invitation that was made, whatever became of it. */
export interface MadeInvitation {
  readonly at: Date;
  /** Whether it went to the address that is to be invited now. */
  readonly isToAddress: boolean;
}

export type InvitationVerdict =
  { readonly kind: 'allowed' } | { readonly kind: 'wait'; readonly seconds: number; readonly reason: string };

/** The invitations since this instant count. */
export function invitationsCountedFrom(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/** `made` are those of the organization, in any order. Of several limits that are reached, the longest wait counts. */
export function mayInvite(made: readonly MadeInvitation[], now: Date): InvitationVerdict {
  const waits = LIMITS.map((limit) => ({ reason: limit.reason, ms: waitOf(limit, made, now) })).filter(
    ({ ms }) => ms > 0,
  );
  const [longest] = waits.toSorted((one, other) => other.ms - one.ms);
  if (longest === undefined) return { kind: 'allowed' };
  return { kind: 'wait', seconds: Math.ceil(longest.ms / 1_000), reason: longest.reason };
}

/** How long until enough of them are older than the period of the limit; 0 if one more is allowed now. */
function waitOf({ most, withinMs, toAddress }: Limit, made: readonly MadeInvitation[], now: Date): number {
  const leavesIn = made
    .filter(({ isToAddress }) => isToAddress || !toAddress)
    .map(({ at }) => at.getTime() + withinMs - now.getTime())
    .filter((ms) => ms > 0)
    .toSorted((one, other) => one - other);
  return leavesIn[leavesIn.length - most] ?? 0;
}

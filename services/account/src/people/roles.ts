// Decides who may grant, change and take away which role in an organization.
import { ROLES, type Role } from '@vedette/contract/caller';

const HOUR_MS = 3_600_000;

/** Changes that concern owners need a sign-in that is no older than this. */
const RECENT_SIGN_IN_MS = HOUR_MS;

export type Changer =
  | { readonly kind: 'person'; readonly id: string; readonly role: Role; readonly signedInAt: Date }
  /** The operator of the installation, who may change everything but leave an organization without an owner. */
  | { readonly kind: 'operator' };

export interface Member {
  readonly id: string;
  readonly role: Role;
}

export type RoleVerdict =
  | { readonly kind: 'allowed' }
  /** The change needs a higher role. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** The change needs a new sign-in. */
  | { readonly kind: 'stale'; readonly reason: string }
  /** The organization would have no owner. */
  | { readonly kind: 'conflict'; readonly reason: string };

const ALLOWED: RoleVerdict = { kind: 'allowed' };

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** `owners` counts the owners of the organization before the change. */
export function changeRole(by: Changer, member: Member, to: Role, owners: number, now: Date): RoleVerdict {
  const verdict = mayConcern(by, [member.role, to], now);
  if (verdict.kind !== 'allowed' || member.role === to) return verdict;
  return member.role === 'OWNER' ? unlessLast(owners, 'be given another role') : ALLOWED;
}

/** Anyone may leave, and that needs no recent sign-in; only the last owner stays. */
export function removeMember(by: Changer, member: Member, owners: number, now: Date): RoleVerdict {
  const isLeaving = by.kind === 'person' && by.id === member.id;
  const verdict = isLeaving ? ALLOWED : mayConcern(by, [member.role], now);
  if (verdict.kind !== 'allowed') return verdict;
  return member.role === 'OWNER' ? unlessLast(owners, 'leave') : ALLOWED;
}

/** For a new member, and for an invitation that is taken back. */
export function grantRole(by: Changer, role: Role, now: Date): RoleVerdict {
  return mayConcern(by, [role], now);
}

/** For an open invitation: whether its inviter has a role that may still grant it, however long ago they signed in. */
export function mayStillGrant(inviter: Role | undefined, role: Role): boolean {
  const now = new Date(0);
  return (
    inviter !== undefined &&
    mayConcern({ kind: 'person', id: '', role: inviter, signedInAt: now }, [role], now).kind === 'allowed'
  );
}

/** Removes all owners at once, so it needs the same right as the removal of one. */
export function deleteOrganization(by: Changer, now: Date): RoleVerdict {
  return mayConcern(by, ['OWNER'], now);
}

/** Whether somebody may make changes that concern all of these roles. */
function mayConcern(by: Changer, roles: readonly Role[], now: Date): RoleVerdict {
  if (by.kind === 'operator') return ALLOWED;
  if (!isAtLeast(by.role, 'ADMIN')) {
    return { kind: 'forbidden', reason: 'Only an owner or an administrator may change who is in the organization.' };
  }
  if (!roles.includes('OWNER')) return ALLOWED;
  if (by.role !== 'OWNER') return { kind: 'forbidden', reason: 'Only an owner may change what concerns owners.' };
  if (now.getTime() - by.signedInAt.getTime() < RECENT_SIGN_IN_MS) return ALLOWED;
  return {
    kind: 'stale',
    reason: 'A change that concerns owners needs a sign-in within the last hour: sign in again.',
  };
}

function unlessLast(owners: number, what: string): RoleVerdict {
  if (owners > 1) return ALLOWED;
  return { kind: 'conflict', reason: `The last owner of an organization cannot ${what}: make somebody else an owner.` };
}

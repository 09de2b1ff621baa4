// Decides how long an invitation can be accepted, and who joins by it.
import type { Role } from '@vedette/contract/caller';
import { mayStillGrant } from '../people/roles.ts';

const LIFETIME_MS = 7 * 86_400_000;

export interface InvitationTerms {
  readonly email: string;
  /** True if the token went to the invited address by mail and was shown to nobody else. */
  readonly isMailed: boolean;
  readonly role: Role;
  /** The present role of the person who invites; null if they are no member any more. */
  readonly inviterRole: Role | null;
  readonly expiresAt: Date;
}

export type Acceptance =
  /** The person who is signed in joins. */
  | { readonly kind: 'join' }
  /** The token proves the address: whoever has that address joins, is made if they are new, and is signed in. */
  | { readonly kind: 'sign-in' }
  /** The token proves no address, so that a session is needed. */
  | { readonly kind: 'session-needed' }
  | { readonly kind: 'invalid' };

export function invitationExpiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + LIFETIME_MS);
}

/**
 * With a session, its person joins, whatever address was invited: somebody gave them the token. Without one, a mailed
 * token signs in only the person of the address that it was sent to. The inviter must still be allowed to grant the role.
 */
export function acceptInvitation(invitation: InvitationTerms | undefined, hasSession: boolean, now: Date): Acceptance {
  if (invitation === undefined || invitation.expiresAt <= now) return { kind: 'invalid' };
  if (!mayStillGrant(invitation.inviterRole ?? undefined, invitation.role)) return { kind: 'invalid' };
  if (hasSession) return { kind: 'join' };
  return { kind: invitation.isMailed ? 'sign-in' : 'session-needed' };
}

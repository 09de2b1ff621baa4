// Decides which roles somebody may give a member. The server checks again.

import type { Role } from '../data/session.ts';

const BELOW_OWNER: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN'];

/** Empty if the role cannot be changed: only an OWNER changes what concerns owners. */
export function grantableRoles(present: Role, isOwner: boolean): readonly Role[] {
  if (isOwner) return [...BELOW_OWNER, 'OWNER'];
  return present === 'OWNER' ? [] : BELOW_OWNER;
}

import type { Membership } from '../people/member.repository.ts';
import { sessionExpiresAt } from '../sessions/session-lifetime.ts';
import type { Session } from '../sessions/session.repository.ts';

interface SignedInPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Who is signed in, and where. `organizationId` is the organization that is open; null if the person has none. */
export function shownSession(
  session: Pick<Session, 'signedInAt' | 'lastUsedAt'>,
  { id, name, email }: SignedInPerson,
  memberships: readonly Membership[],
  organizationId: string | null,
) {
  const open = memberships.find((membership) => membership.organizationId === organizationId);
  return {
    person: { id, name, email },
    organization: open === undefined ? null : { id: open.organizationId, name: open.name },
    role: open?.role ?? null,
    memberships: memberships.map((each) => ({ organizationId: each.organizationId, name: each.name, role: each.role })),
    expiresAt: sessionExpiresAt(session).toISOString(),
  };
}

/** One of a person's sessions, in the list from which they end those that they do not recognize. */
export function listedSession(session: Session, currentId: string) {
  return {
    id: session.id,
    current: session.id === currentId,
    signedInAt: session.signedInAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: sessionExpiresAt(session).toISOString(),
    address: session.address,
    userAgent: session.userAgent,
  };
}

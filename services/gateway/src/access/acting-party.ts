// Decides in whose name and in which organization a request acts, for what its operation takes as credentials.
import {
  ApiError,
  type Actor,
  type Caller,
  type Operation,
  type RequestSession,
  type SessionCredential,
  type SessionMembership,
} from '@vedette/contract';
import type { Client } from '../credentials/client.ts';

export interface Party {
  /** Absent if the request acts in no organization. */
  readonly caller?: Caller;
  readonly session?: RequestSession;
}

const NOBODY: Party = {};

/** `organizationId` is what the request names in Vedette-Organization. A key belongs to one organization anyway. */
export function actingParty(
  client: Client,
  operation: Operation,
  organizationId: string | undefined,
): Party | ApiError {
  switch (client.kind) {
    case 'key':
      if (!operation.credentials.includes('key'))
        return ApiError.forbidden('This operation takes no API key: sign in.');
      return { caller: client.caller };
    case 'session':
      return operation.credentials.includes('session') ? partyOf(client.credential, operation, organizationId) : NOBODY;
    case 'nobody':
    case 'refused':
      return operation.credentials.includes('none') && client.kind === 'nobody' ? NOBODY : client.refusal;
  }
}

/** Who a write of a party is ascribed to in the audit log. Undefined if the operation takes no credential. */
export function actorOf(client: Client, { session }: Party): Actor | undefined {
  if (client.kind === 'key') return { kind: 'key', id: client.caller.keyId, name: client.name };
  return session && { kind: 'person', id: session.person.id, name: session.person.name };
}

function partyOf(
  { sessionId, person, memberships }: SessionCredential,
  { role }: Operation,
  organizationId: string | undefined,
): Party | ApiError {
  const session = { id: sessionId, person };
  const membership = chosen(memberships, organizationId);
  if (membership !== undefined) return { session, caller: callerOf(membership) };
  if (organizationId !== undefined) {
    return new ApiError('not_found', `You belong to no organization with the id ${organizationId}.`);
  }
  return role === null ? { session } : new ApiError('not_found', 'You belong to no organization yet.');
}

/** The account service lists the organization that was used last first. */
function chosen(memberships: readonly SessionMembership[], id: string | undefined): SessionMembership | undefined {
  return id === undefined ? memberships[0] : memberships.find(({ organizationId }) => organizationId === id);
}

function callerOf({ organizationId, role, plan, subscription }: SessionMembership): Caller {
  return { organizationId, role, plan, subscription };
}

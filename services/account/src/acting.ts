import type { Idempotency } from '@vedette/contract';
import type { Keyed, RpcContext } from '@vedette/messaging';
import { actorReference, type Origin } from './audit/actor.ts';

/** A person who is signed in, and the request that the person sent. */
export interface SignedIn {
  readonly sessionId: string;
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly requestId: string;
  readonly address: string | null;
  readonly idempotency: Idempotency | undefined;
}

/** A person who acts in one of their organizations. */
export interface ActingMember extends SignedIn {
  readonly organizationId: string;
}

/** Throws unless the gateway has found a session, which the contract guarantees for operations that need one. */
export function signedInOf({ request }: RpcContext): SignedIn {
  const { session, requestId, sourceAddress = null, idempotency } = request;
  if (session === undefined) throw new Error('This request carries no session');
  return { sessionId: session.id, person: session.person, requestId, address: sourceAddress, idempotency };
}

export function actingMemberOf(context: RpcContext): ActingMember {
  return { ...signedInOf(context), organizationId: context.organizationId };
}

export function originOf({ person, requestId, address }: SignedIn): Origin {
  return { actor: { kind: 'person', id: person.id, name: person.name }, requestId, address };
}

/** Idempotency keys of acts that concern no organization belong to the person. */
export function keyedOf(by: SignedIn | ActingMember): Keyed {
  const organizationId = 'organizationId' in by ? by.organizationId : actorReference(originOf(by).actor);
  return { organizationId, idempotency: by.idempotency };
}

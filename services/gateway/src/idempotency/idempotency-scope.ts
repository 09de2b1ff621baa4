// Decides to whom an Idempotency-Key belongs, and who may get its stored answer.
import type { Operation } from '@vedette/contract';
import type { Party } from '../access/acting-party.ts';

/** Undefined if the key belongs to nobody and is ignored: on sign-in. */
export function idempotencyScope(operation: Operation, { caller, session }: Party): string | undefined {
  if (operation.issuesSession === 'always') return undefined;
  // What concerns a person alone is no matter of the organization, in which others could use the same key.
  if (operation.role !== null && caller !== undefined) return caller.organizationId;
  return session === undefined ? undefined : `person:${session.person.id}`;
}

/** The person who is part of the fingerprint: nobody else gets an answer with a secret in it. */
export function personOfFingerprint({ sensitive }: Operation, { session }: Party): string | undefined {
  return sensitive === true ? session?.person.id : undefined;
}

// Decides to whom an Idempotency-Key belongs, who may get its stored answer, and when two requests with it are the same
// request: method, path, the validated body with its defaults, and, for an answer with a secret in it, the person.
import { createHash } from 'node:crypto';
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

export function fingerprint(method: string, path: string, body: unknown, personId?: string): Buffer {
  const person = personId === undefined ? '' : `\n${personId}`;
  return createHash('sha256')
    .update(`${method}\n${path}\n${canonicalJson(body)}${person}`)
    .digest();
}

/** JSON that does not depend on the order of an object's fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

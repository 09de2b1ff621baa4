// Decides when two keyed requests are the same request: method, path, the validated body with its defaults, and, for
// an answer with a secret in it, the person.
import { createHash } from 'node:crypto';

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

// Decides whether Vedette signed a webhook, and lately.

/** Both ways: a clock may be slow or fast. */
const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string | null;
  readonly timestamp: string | null;
  /** One or more signatures, separated by spaces: while a secret is being replaced there is one for each. */
  readonly signatures: string | null;
  readonly body: Uint8Array;
}

export type SignatureVerdict =
  | { readonly kind: 'valid' }
  | {
      readonly kind: 'invalid';
      readonly reason: 'missing-headers' | 'bad-timestamp' | 'too-old' | 'too-new' | 'no-match';
    };

/** The secret as it was shown, with or without its prefix. Throws a TypeError if it cannot be a secret. */
export async function signatureVerdict(
  { id, timestamp, signatures, body }: SignedMessage,
  secret: string,
  now: number,
): Promise<SignatureVerdict> {
  const key = await signingKey(secret);
  if (id === null || id === '' || timestamp === null || signatures === null) return invalid('missing-headers');
  if (!/^\d{1,15}$/.test(timestamp)) return invalid('bad-timestamp');
  const ageSeconds = Math.floor(now / 1_000) - Number(timestamp);
  if (ageSeconds > TOLERANCE_SECONDS) return invalid('too-old');
  if (ageSeconds < -TOLERANCE_SECONDS) return invalid('too-new');
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const entry of signatures.split(' ')) {
    const signature = entry.startsWith('v1,') ? bytesOf(entry.slice(3)) : undefined;
    // The platform compares in a time that does not depend on the signature.
    if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
      return { kind: 'valid' };
    }
  }
  return invalid('no-match');
}

function invalid(reason: (SignatureVerdict & { kind: 'invalid' })['reason']): SignatureVerdict {
  return { kind: 'invalid', reason };
}

async function signingKey(secret: string) {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new TypeError('The secret must be whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

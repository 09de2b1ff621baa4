import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '@vedette/sealing';
import { signingKey } from '@vedette/outbound/webhook-signature';

const MOST_KEPT = 10_000;

/** Decrypts secrets for signing and caches them, because a busy endpoint signs many times a second. */
@Injectable()
export class SigningKeys {
  readonly #keys = new Map<string, KeyObject>();

  constructor(private readonly box: SecretBox) {}

  open(sealed: Buffer, endpointId: string): KeyObject {
    const name = `${endpointId} ${sealed.toString('base64')}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = signingKey(this.box.open(sealed, endpointId));
    if (this.#keys.size >= MOST_KEPT) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }
}

import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vedette/service-host';
import type { IncidentConfig } from '../config.ts';
import {
  acknowledgementToken,
  readToken,
  type AcknowledgementRight,
  type TokenVerdict,
} from './acknowledgement-token.ts';
import { acknowledgementUrl } from '../messages/console-links.ts';

const KEY_BYTES = 32;

/** Makes the links by which alerts are acknowledged, and reads their tokens. */
@Injectable()
export class AcknowledgementLinks {
  readonly #key: Buffer;
  readonly #keys: readonly Buffer[];
  readonly #consoleUrl: string;

  constructor(@Inject(CONFIG) { secretKey, previousSecretKey, consolePublicUrl }: IncidentConfig) {
    this.#key = derivedKey(secretKey);
    this.#keys = [this.#key, ...(previousSecretKey === null ? [] : [derivedKey(previousSecretKey)])];
    this.#consoleUrl = consolePublicUrl;
  }

  urlFor(right: AcknowledgementRight, alertedAt: Date): string {
    return acknowledgementUrl(this.#consoleUrl, acknowledgementToken(this.#key, right, alertedAt));
  }

  read(token: string, now: Date): TokenVerdict {
    return readToken(this.#keys, token, now);
  }
}

/** A key of its own, so that a token tells nothing about the key that addresses are sealed with. */
function derivedKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'vedette acknowledgement link', KEY_BYTES));
}

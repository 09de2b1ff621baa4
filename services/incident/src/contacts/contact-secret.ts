import { randomBytes } from 'node:crypto';
import type { ContactType } from '@vedette/contract';
import { secretText } from '@vedette/outbound/webhook-signature';

const SECRET_BYTES = 32;

/** A webhook whose owner gave no secret gets one. */
export function newSecret(type: ContactType, given: string | null): string | null {
  return given === null && type === 'WEBHOOK' ? secretText(randomBytes(SECRET_BYTES)) : given;
}

/** Owners of webhooks need the secret to check signatures; the tokens of other types are known to them. */
export function shownSecret(type: ContactType, secret: string | null): string | null {
  return type === 'WEBHOOK' ? secret : null;
}

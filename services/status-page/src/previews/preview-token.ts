import { createHash, randomBytes } from 'node:crypto';

/** The part of a preview's address that nobody can guess. The table contains its hash alone. */
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export function newPreviewToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function isPreviewToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashPreviewToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

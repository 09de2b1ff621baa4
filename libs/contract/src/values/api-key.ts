// Decides what an API key looks like, and under which hash it is stored and looked up.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'ved_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const CHECKED_LENGTH = PREFIX.length + SECRET_LENGTH;
const KEY_LENGTH = CHECKED_LENGTH + CHECKSUM_LENGTH;

// Bytes from this value on are drawn again, because modulo 62 would favour the first letters.
const FAIR_LIMIT = 256 - (256 % BASE);

/** Returns `size` random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * `ved_`, 32 random base62 characters and a checksum of 6, which reveals a mistyped or truncated key without a lookup.
 */
export function makeApiKey(random: RandomBytes): string {
  let text = PREFIX;
  while (text.length < CHECKED_LENGTH) {
    for (const byte of random(CHECKED_LENGTH - text.length)) {
      if (byte < FAIR_LIMIT) text += ALPHABET.charAt(byte % BASE);
    }
  }
  return text + checksum(text);
}

export function isWellFormedKey(text: string): boolean {
  if (text.length !== KEY_LENGTH || !text.startsWith(PREFIX)) return false;
  for (let at = PREFIX.length; at < KEY_LENGTH; at += 1) {
    if (!isBase62(text.charCodeAt(at))) return false;
  }
  return text.endsWith(checksum(text.slice(0, CHECKED_LENGTH)));
}

/** The SHA-256 under which a key is stored and looked up, in base64; the key itself is not stored. */
export function hashApiKey(text: string): string {
  return hash('sha256', text, 'base64');
}

function isBase62(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET.charAt(rest % BASE) + digits;
    rest = Math.floor(rest / BASE);
  }
  return digits;
}

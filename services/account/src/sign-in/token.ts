// Decides what the tokens of links and invitations look like, and under which hash they are stored.
import { hash } from 'node:crypto';
import type { RandomBytes } from '@vedette/contract/api-key';

const BYTES = 32;

/** 256 random bits in base64url. */
export function makeToken(random: RandomBytes): string {
  return Buffer.from(random(BYTES)).toString('base64url');
}

/** The SHA-256, in base64; the token itself is not stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64');
}

/** The token is a fragment, so that it reaches no log and no referrer. */
export function tokenUrl(consoleUrl: string, page: 'sign-in' | 'invitation', token: string): string {
  return `${consoleUrl}${consoleUrl.endsWith('/') ? '' : '/'}console/${page}#token=${token}`;
}

import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;

/** Anyone with the token can report for the cron job, so it has 192 random bits. It needs no escaping in a URL. */
export function newHeartbeatToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

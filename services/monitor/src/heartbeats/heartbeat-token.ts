import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 24;

/** Whoever knows the token can report for the cron job: 192 random bits, in characters that a URL carries as they are. */
export function newHeartbeatToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

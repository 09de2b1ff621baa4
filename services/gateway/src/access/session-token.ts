import { hash, randomBytes } from 'node:crypto';
import { ApiError, type NewSession, type Operation } from '@vedette/contract';
import type { Party } from './acting-party.ts';
import { cookieThatRemoves, cookieThatSets, type SessionCookie } from '../credentials/session-cookie.ts';
import type { Exchange } from '../http/exchange.ts';

/** Longer ones are cut off. */
const MAX_USER_AGENT_LENGTH = 400;

/**
 * The token of the session that an operation starts; undefined if it starts none. Services get only its hash, so that no
 * message, body or log contains it.
 */
export function newToken(
  { issuesSession }: Operation,
  { session }: Party,
  cookie: SessionCookie | undefined,
): string | undefined {
  if (issuesSession === undefined || (issuesSession === 'if-none' && session !== undefined)) return undefined;
  if (cookie === undefined) {
    throw ApiError.forbidden('Signing in takes https, or http on localhost: others could read the session otherwise.');
  }
  return randomBytes(32).toString('base64url');
}

export function newSession({ request }: Exchange, token: string): NewSession {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  return { hash: hash('sha256', token, 'base64'), userAgent };
}

/** Only for an operation that has succeeded. */
export function changeCookie(
  exchange: Exchange,
  { endsSession }: Operation,
  cookie: SessionCookie | undefined,
  token: string | undefined,
): void {
  if (cookie === undefined) return;
  if (endsSession === true) exchange.addHeaders({ 'Set-Cookie': cookieThatRemoves(cookie) });
  else if (token !== undefined) exchange.addHeaders({ 'Set-Cookie': cookieThatSets(cookie, token) });
}

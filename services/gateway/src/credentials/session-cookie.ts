// Decides which cookie holds a session, how it is set and removed, and which token a request presents in it.
import { isLoopbackName } from '@vedette/contract';

/** The longest life of a session; the account service ends it earlier if it is not used. */
const MAX_AGE_SECONDS = 30 * 86_400;
/** 256 bits in base64url. */
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

export interface SessionCookie {
  readonly name: string;
  readonly isSecure: boolean;
}

export type PresentedToken = { kind: 'none' } | { kind: 'malformed' } | { kind: 'token'; token: string };

/** Undefined over plain http to another machine: everybody on the way could take the session over. */
export function sessionCookieOf(consoleUrl: string): SessionCookie | undefined {
  const { protocol, hostname, port } = new URL(consoleUrl);
  // A browser accepts a cookie with this prefix only over https, for all paths and from this host alone.
  if (protocol === 'https:') return { name: '__Host-vedette_session', isSecure: true };
  // Cookies do not know ports, so that the name tells consoles on one machine apart.
  return isLoopbackName(hostname) ? { name: `vedette_session_${port || '80'}`, isSecure: false } : undefined;
}

export function isWellFormedToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** Two cookies of the name may come from two owners of the domain: neither is believed. */
export function presentedToken(header: string | undefined, { name }: SessionCookie): PresentedToken {
  if (header === undefined) return { kind: 'none' };
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token] = values;
  if (token === undefined) return { kind: 'none' };
  return values.length === 1 && isWellFormedToken(token) ? { kind: 'token', token } : { kind: 'malformed' };
}

export function cookieThatSets(cookie: SessionCookie, token: string): string {
  return withAttributes(cookie, token, MAX_AGE_SECONDS);
}

export function cookieThatRemoves(cookie: SessionCookie): string {
  return withAttributes(cookie, '', 0);
}

function withAttributes({ name, isSecure }: SessionCookie, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

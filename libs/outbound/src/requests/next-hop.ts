// Decides where a redirect leads: whether it is followed, with which method, and which headers are sent along.

export const MAX_HOPS = 5;

export interface RedirectResponse {
  readonly status: number;
  /** The Location header as Node gives it. */
  readonly location: string | undefined;
  /** The request that was answered. */
  readonly url: URL;
  readonly method: string;
  /** Redirects followed so far in this attempt. */
  readonly hops: number;
}

export type NextHop =
  /** The response is no redirect, or a redirect without a usable target: it is the answer. */
  | { readonly kind: 'final' }
  | { readonly kind: 'refuse'; readonly message: string }
  | {
      readonly kind: 'follow';
      /** The URL without credentials. Its host is checked like any other before the connection. */
      readonly url: URL;
      readonly method: string;
      readonly keepsBody: boolean;
      /** If true, send `headersAcrossOrigins(headers)` from here on, even if a later hop leads back. */
      readonly leavesOrigin: boolean;
      /** True for a redirect from https to http: the rest of the exchange can be read and changed on its way. */
      readonly isDowngrade: boolean;
    };

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export function nextHop(response: RedirectResponse): NextHop {
  const { status, location, url: from, hops } = response;
  if (!REDIRECT_STATUSES.has(status) || location === undefined || location === '') return { kind: 'final' };
  if (hops >= MAX_HOPS)
    return { kind: 'refuse', message: `More than ${MAX_HOPS} redirects, the last from ${shown(from)}` };
  const url = URL.parse(utf8(location), from.href);
  if (url === null) return { kind: 'refuse', message: `${shown(from)} redirects to an address that cannot be read` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return {
      kind: 'refuse',
      message: `${shown(from)} redirects to ${url.protocol.slice(0, 50)} instead of http or https`,
    };
  }
  url.username = '';
  url.password = '';
  const method = methodAfter(status, response.method);
  return {
    kind: 'follow',
    url,
    method,
    keepsBody: method === response.method,
    leavesOrigin: url.origin !== from.origin,
    isDowngrade: from.protocol === 'https:' && url.protocol === 'http:',
  };
}

/** As browsers do (Fetch, HTTP-redirect fetch, step 12). */
function methodAfter(status: number, method: string): string {
  if (status === 303) return method === 'HEAD' ? 'HEAD' : 'GET';
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method;
}

// Headers that describe what a client can read, never who the client is.
const HARMLESS_HEADERS = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'pragma',
  'user-agent',
]);

/**
 * The customer's headers that another origin may see. Any name may carry a secret (`X-Api-Key`, `X-Internal-Token`), so
 * this is an allowlist of harmless names.
 */
export function headersAcrossOrigins<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())));
}

/** Node reads header bytes as Latin-1; servers that do not escape their Location mean UTF-8. */
function utf8(location: string): string {
  const decoded = Buffer.from(location, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? location : decoded;
}

function shown(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 200);
}

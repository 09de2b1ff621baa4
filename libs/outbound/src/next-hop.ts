// Decides where a redirect leads: whether it is followed, with which method, and which headers may go along.

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
  /** The response is no redirect, or one that leads nowhere: it is the answer. */
  | { readonly kind: 'final' }
  | { readonly kind: 'refuse'; readonly message: string }
  | {
      readonly kind: 'follow';
      /** Free of credentials. Its host is checked like any other when it is connected to. */
      readonly url: URL;
      readonly method: string;
      readonly keepsBody: boolean;
      /** True: send `headersAcrossOrigins(headers)` from here on, also when a later hop leads back. */
      readonly leavesOrigin: boolean;
      /** From https to http: what follows can be read and changed on its way. */
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

// Names that say what a client can read, never who it is.
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
 * What another origin may see of the headers that a customer set. Any name may carry a secret (`X-Api-Key`,
 * `X-Internal-Token`), so it is the harmless ones that are listed.
 */
export function headersAcrossOrigins<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())));
}

/** Node reads header bytes as Latin-1; servers that don't escape their Location mean UTF-8. */
function utf8(location: string): string {
  const decoded = Buffer.from(location, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? location : decoded;
}

function shown(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 200);
}

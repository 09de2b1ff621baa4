// Decides whether a request may come from where it comes from: the console's own host, and for writes its own pages,
// which send JSON.

/** Headers that only a browser sends, and that a page cannot forge. */
export interface OriginHeaders {
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly origin?: string | string[] | undefined;
}

export interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-length'?: string | undefined;
  readonly 'transfer-encoding'?: string | undefined;
}

/** Only `Host` names the host that a browser believes to talk to; an attacker's name for our address is another one. */
export function isOwnHost(host: string | undefined, consoleOrigin: string): boolean {
  const { protocol, host: own } = new URL(consoleOrigin);
  if (host === undefined || !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return false;
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === own;
}

/** A client that sends neither header is no browser, so that nobody's cookie is used without their knowledge. */
export function isOwnWrite({ 'sec-fetch-site': site, origin }: OriginHeaders, consoleOrigin: string): boolean {
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === consoleOrigin;
}

/** A form of another site can send every other type without asking first. The charset is a matter of the body's own gate. */
export function isJsonIfAny(headers: BodyHeaders): boolean {
  const isEmpty = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return isEmpty || type.trim().toLowerCase() === 'application/json';
}

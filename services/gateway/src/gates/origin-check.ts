// Decides whether a request may come from where it comes from: the console's own host, and for writes its own pages.

/** Headers that only a browser sends, and that a page cannot forge. */
export interface OriginHeaders {
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly origin?: string | string[] | undefined;
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

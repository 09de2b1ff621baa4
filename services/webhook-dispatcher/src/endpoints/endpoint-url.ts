// Decides whether the text of a URL is acceptable for a webhook endpoint; its host is checked when it is resolved.

export type UrlVerdict = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly fault: string };

const SCHEME = /^https?:\/\//i;
// A URL parser silently drops or escapes these characters, so they are most likely mistakes.
const NOT_IN_URLS = /[\s\p{Cc}\\]/u;

/** `allowPrivate` is set by the operator; it also allows receivers without TLS. */
export function readEndpointUrl(text: string, allowPrivate: boolean): UrlVerdict {
  const url = SCHEME.test(text) && !NOT_IN_URLS.test(text) ? URL.parse(text) : null;
  if (url === null) return fault('url must be an absolute https address');
  if (url.protocol !== 'https:' && !allowPrivate) return fault('url must start with https://');
  if (url.username !== '' || url.password !== '') {
    return fault('url must not hold credentials; deliveries are signed instead');
  }
  return { ok: true, url };
}

function fault(text: string): UrlVerdict {
  return { ok: false, fault: text };
}

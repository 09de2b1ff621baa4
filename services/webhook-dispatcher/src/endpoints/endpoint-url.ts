// Decides whether an address can be a webhook endpoint's, as far as its text tells; where it leads, DNS tells.

export type UrlVerdict = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly fault: string };

const SCHEME = /^https?:\/\//i;
// A URL parser drops or escapes these without a word: nobody means them.
const NOT_IN_URLS = /[\s\p{Cc}\\]/u;

/** `allowPrivate` is the operator's: his own receivers may be without TLS, too. */
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

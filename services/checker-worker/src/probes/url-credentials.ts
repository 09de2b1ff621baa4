// Decides how the credentials in a URL are sent to its server: only as Basic authorization.

export interface SplitUrl {
  /** The URL without credentials, so that messages and redirects do not reveal them. */
  readonly url: URL;
  /** The value of an Authorization header; null when the URL has no credentials. */
  readonly authorization: string | null;
}

export function splitCredentials(text: string): SplitUrl {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url, authorization: null };
  url.username = '';
  url.password = '';
  const bytes = Buffer.concat([percentDecoded(username), Buffer.from(':'), percentDecoded(password)]);
  return { url, authorization: `Basic ${bytes.toString('base64')}` };
}

/** A URL contains only ASCII. As in browsers, a percent sign that starts no escape is taken literally. */
function percentDecoded(text: string): Buffer {
  const decoded = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

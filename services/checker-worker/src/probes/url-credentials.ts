// Decides how the credentials in a URL go to its server: as Basic authorization, and as nothing else.

export interface SplitUrl {
  /** Without them: what is shown of it, and where it redirects to, gives nothing away. */
  readonly url: URL;
  /** The value of an Authorization header; null when the URL has no credentials. */
  readonly authorization: string | null;
}

export function splitCredentials(text: string): SplitUrl {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: null };
  const bytes = Buffer.concat([percentDecoded(username), Buffer.from(':'), percentDecoded(password)]);
  return { url, authorization: `Basic ${bytes.toString('base64')}` };
}

/** A URL holds nothing but ASCII; a percent sign that begins no escape stands for itself, as browsers read it. */
function percentDecoded(text: string): Buffer {
  const decoded = text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

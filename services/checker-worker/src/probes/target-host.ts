// Decides which host and port a URL or a bare host name means.

import type { Target } from '@vedette/outbound';

/** The host of a URL, or the text itself if it is a bare name. */
export function hostOf(urlOrHost: string): string {
  return parsed(urlOrHost)?.hostname ?? urlOrHost;
}

/** The host and port for TLS: the port of the URL, or 443. */
export function tlsEndpoint(urlOrHost: string): Target {
  const url = parsed(urlOrHost);
  if (url === null) return { host: urlOrHost, port: 443 };
  return { host: url.hostname, port: url.port === '' ? 443 : Number(url.port) };
}

function parsed(urlOrHost: string): URL | null {
  return /^https?:\/\//i.test(urlOrHost) ? URL.parse(urlOrHost) : null;
}

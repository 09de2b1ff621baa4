// Decides how messages name what a monitor checks: without anything that could be secret.

import type { Monitor } from '@vedette/contract';

export type Aim = Pick<Monitor, 'type' | 'url' | 'host' | 'port'>;

/** Null for CRON monitors: their heartbeat address is a secret. Credentials, query and fragment are left out. */
export function shownTarget({ type, url, host, port }: Aim): string | null {
  switch (type) {
    case 'CRON':
      return null;
    case 'PING':
      return host;
    case 'PORT':
      return host === null ? null : `${host.includes(':') ? `[${host}]` : host}:${port}`;
    case 'HTTP':
    case 'KEYWORD':
    case 'SSL':
    case 'DOMAIN':
    case 'DNS':
      return url === null ? null : withoutSecrets(url);
  }
}

/** A bare host name stays as it is. */
function withoutSecrets(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

// Decides how the target of a monitor is shown in one line.

import type { Monitor } from '@vedette/sdk';

export type MonitorType = Monitor['type'];
export type Target = Pick<Monitor, 'type' | 'url' | 'host' | 'port' | 'keyword' | 'dnsRecordType'>;

/** Empty for a type that waits to be called itself. */
export function targetText({ type, url, host, port, keyword, dnsRecordType }: Target): string {
  switch (type) {
    case 'HTTP':
    case 'SSL':
    case 'DOMAIN':
      return url ?? '';
    case 'KEYWORD':
      return `${url ?? ''} · “${keyword ?? ''}”`;
    case 'DNS':
      return `${dnsRecordType ?? 'A'} ${url ?? ''}`;
    case 'PING':
      return host ?? '';
    case 'PORT':
      return host?.includes(':') === true ? `[${host}]:${port ?? ''}` : `${host ?? ''}:${port ?? ''}`;
    case 'CRON':
      return '';
  }
}

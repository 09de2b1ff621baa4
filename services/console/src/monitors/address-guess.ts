// Decides which monitor is created from an address alone: an HTTP monitor of that page.

import type { HttpMonitorCreate } from '@vedette/sdk';

/** Undefined if the text is no address. */
export function firstMonitor(text: string): HttpMonitorCreate | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || /\s/.test(typed)) return undefined;
  const isHost = url.hostname.includes('.') || url.hostname.includes(':') || url.hostname === 'localhost';
  return isHost ? { name: nameOf(url), type: 'HTTP', url: address, intervalSeconds: 60 } : undefined;
}

function nameOf({ host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname;
  return `${host}${path}`.slice(0, 120);
}

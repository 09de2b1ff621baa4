// Decides what an alert says about a certificate, or the registration of a domain, that expires.

import type { AlertKind, Incident } from '@vedette/contract';
import type { AlertMessage } from './alert-message.ts';
import { runbookLinks, shownTime } from './alert-message.ts';
import { monitorUrl } from './console-links.ts';
import { oneLine } from './one-line.ts';

/** Everything that an alert about an expiry is written from. */
export interface ExpiryNews {
  readonly subject: 'EXPIRY';
  readonly kind: AlertKind;
  readonly organizationId: string;
  readonly monitor: Incident['monitor'];
  readonly target: string | null;
  readonly runbookUrl: string | null;
  readonly expiresAt: string;
  /** The day of the contact on which it is told. */
  readonly days: number;
}

const DAY_MS = 86_400_000;

export function expiryMessage(news: ExpiryNews, consoleUrl: string, decidedAt: Date): AlertMessage {
  const { organizationId, monitor, target, expiresAt } = news;
  const name = oneLine(monitor.name);
  const what = monitor.type === 'DOMAIN' ? 'domain' : 'certificate';
  return {
    label: 'EXPIRES SOON',
    tone: 'slow',
    headline: `The ${what} of ${name} expires ${leftWords(expiresAt, decidedAt)}`,
    facts: [
      { label: 'Monitor', value: `${name} (${monitor.type})` },
      ...(target === null ? [] : [{ label: 'Target', value: oneLine(target) }]),
      { label: 'Expires at', value: shownTime(expiresAt) },
    ],
    list: null,
    links: [
      { label: 'Open the monitor', url: monitorUrl(consoleUrl, organizationId, monitor.id) },
      ...runbookLinks(news.runbookUrl),
    ],
  };
}

function leftWords(expiresAt: string, decidedAt: Date): string {
  const days = Math.round((Date.parse(expiresAt) - decidedAt.getTime()) / DAY_MS);
  if (days < 1) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

// Decides what an alert says about a monitor that is DEGRADED, or was: since when, why, and for how long.

import { durationWords, type AlertKind, type Incident } from '@vedette/contract';
import type { Tone } from '@vedette/design';
import type { AlertFact, AlertMessage } from './alert-message.ts';
import { runbookLinks, shownTime } from './alert-message.ts';
import { monitorUrl } from './console-links.ts';
import { oneLine } from './one-line.ts';

/** Everything that an alert about a slow period is written from. */
export interface DegradedNews {
  readonly subject: 'DEGRADED';
  readonly kind: AlertKind;
  readonly organizationId: string;
  readonly monitor: Incident['monitor'];
  readonly target: string | null;
  readonly runbookUrl: string | null;
  readonly startedAt: string;
  /** Null while it lasts. */
  readonly endedAt: string | null;
  readonly endedBy: 'RECOVERED' | 'DOWN' | 'PAUSED' | 'TYPE_CHANGED' | null;
  readonly cause: string | null;
}

export function degradedMessage(news: DegradedNews, consoleUrl: string): AlertMessage {
  const { kind, organizationId, monitor, target, startedAt, endedAt, cause } = news;
  const name = oneLine(monitor.name);
  const facts: AlertFact[] = [
    { label: 'Monitor', value: `${name} (${monitor.type})` },
    ...(target === null ? [] : [{ label: 'Target', value: oneLine(target) }]),
    { label: endedAt === null ? 'Degraded since' : 'Degraded from', value: shownTime(startedAt) },
    ...(endedAt === null ? [] : endFacts(startedAt, endedAt)),
    { label: 'Why', value: oneLine(cause ?? 'unknown') },
  ];
  const isEnd = kind === 'RESOLVED';
  return {
    label: isEnd ? 'RESOLVED' : 'DEGRADED',
    tone: isEnd ? endTone(news) : 'slow',
    headline: isEnd ? `${name} is no longer degraded${afterwards(news)}` : `${name} is degraded`,
    facts,
    list: null,
    links: [
      { label: 'Open the monitor', url: monitorUrl(consoleUrl, organizationId, monitor.id) },
      ...runbookLinks(news.runbookUrl),
    ],
  };
}

function endFacts(startedAt: string, endedAt: string): AlertFact[] {
  const seconds = Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000));
  return [
    { label: 'Until', value: shownTime(endedAt) },
    { label: 'Degraded for', value: durationWords(seconds) },
  ];
}

/** Only a period after which all is well ends in the tone of that. */
function endTone({ endedBy }: DegradedNews): Tone {
  switch (endedBy) {
    case 'DOWN':
      return 'slow';
    case 'TYPE_CHANGED':
    case 'PAUSED':
      return 'none';
    case 'RECOVERED':
    case null:
      return 'good';
  }
}

function afterwards({ endedBy }: DegradedNews): string {
  switch (endedBy) {
    case 'DOWN':
      return ': it is down';
    case 'TYPE_CHANGED':
      return ': its type was changed';
    case 'PAUSED':
      return ': it was paused';
    case 'RECOVERED':
    case null:
      return '';
  }
}

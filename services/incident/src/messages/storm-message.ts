// Decides what a message says that tells a contact of many things at once: how many are down and up again, and their names.

import { durationWords, type AlertKind, type AlertSubject, type Incident } from '@vedette/contract';
import type { Tone } from '@vedette/design';
import { shownTime, type AlertItem, type AlertMessage, type OutageNews } from './alert-message.ts';
import { shortened } from './alert-text.ts';
import { incidentsUrl, incidentUrl, monitorUrl } from './console-links.ts';
import type { DegradedNews } from './degraded-message.ts';
import { oneLine } from './one-line.ts';

/** What the contact is told of one outage, slow period or expiry, as it is when the message is sent. */
export interface GatheredNews {
  readonly subject: AlertSubject;
  readonly aboutId: string;
  readonly kinds: readonly AlertKind[];
  readonly monitor: Incident['monitor'];
  /** When it began; of an expiry, when it expires. */
  readonly at: string;
  /** Null while it lasts. */
  readonly endedAt: string | null;
  /** OVER: an expiry that was renewed, is past, or is not checked any more. */
  readonly endedBy: OutageNews['resolution'] | DegradedNews['endedBy'] | 'OVER';
  readonly isAcknowledged: boolean;
  readonly cause: string | null;
  /** The contacts in whose place this one is told, and why; null in the normal case. */
  readonly unreached: string | null;
  /** Where the contact can acknowledge an outage; null for everything else. */
  readonly acknowledgeUrl: string | null;
  readonly runbookUrl: string | null;
}

/** A longer list is read by nobody; the console has the rest. */
export const MOST_NAMES = 50;
const LONGEST_CAUSE = 120;

type State =
  | 'down'
  | 'acknowledged'
  | 'degraded'
  | 'degraded until down'
  | 'expiring'
  | 'past expiry'
  | 'type changed'
  | 'paused'
  | 'over'
  | 'no longer expiring'
  | 'up again'
  | 'no longer degraded';

/** In the order in which they are listed. */
const STATES: Readonly<Record<State, { readonly label: string; readonly tone: Tone }>> = {
  down: { label: 'DOWN', tone: 'bad' },
  acknowledged: { label: 'ACKNOWLEDGED', tone: 'work' },
  degraded: { label: 'DEGRADED', tone: 'slow' },
  'degraded until down': { label: 'DEGRADED UNTIL DOWN', tone: 'slow' },
  expiring: { label: 'EXPIRES SOON', tone: 'slow' },
  'past expiry': { label: 'PAST EXPIRY', tone: 'slow' },
  'type changed': { label: 'TYPE CHANGED', tone: 'none' },
  paused: { label: 'PAUSED', tone: 'none' },
  over: { label: 'OVER', tone: 'none' },
  'no longer expiring': { label: 'NO LONGER EXPIRING', tone: 'none' },
  'up again': { label: 'UP AGAIN', tone: 'good' },
  'no longer degraded': { label: 'NO LONGER DEGRADED', tone: 'good' },
};
const BEGUN: Readonly<Record<AlertSubject, State>> = { INCIDENT: 'down', DEGRADED: 'degraded', EXPIRY: 'expiring' };
const ORDER = Object.keys(STATES) as State[];
const WORST_FIRST: readonly Tone[] = ['bad', 'slow', 'work', 'good'];

export function stormMessage(
  gathered: readonly GatheredNews[],
  consoleUrl: string,
  organizationId: string,
): AlertMessage {
  const news = gathered
    .map((each) => ({ ...each, state: stateOf(each) }))
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || compare(one.at, other.at));
  const counts = ORDER.flatMap((state) => {
    const count = news.filter((each) => each.state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  const tones = new Set(news.map(({ state }) => STATES[state].tone));
  return {
    label: 'ALERTS',
    tone: WORST_FIRST.find((tone) => tones.has(tone)) ?? 'none',
    headline: counts.join(', '),
    facts: [{ label: 'Why together', value: 'More than 5 alerts within a minute are told in one message' }],
    list: {
      title: 'Monitors',
      items: news.slice(0, MOST_NAMES).map((each) => itemOf(each, consoleUrl, organizationId)),
      more: Math.max(0, news.length - MOST_NAMES),
    },
    links: [{ label: 'Open the incidents', url: incidentsUrl(consoleUrl, organizationId) }],
  };
}

/** Only what is known to have ended well is said to be well. */
function stateOf({ subject, at, endedAt, endedBy, isAcknowledged }: GatheredNews): State {
  switch (endedBy) {
    case 'PAUSED':
      return 'paused';
    case 'TYPE_CHANGED':
      return 'type changed';
    // The next outage of the monitor is known; how this one ended is not.
    case 'SUPERSEDED':
      return 'over';
    case 'DOWN':
      return 'degraded until down';
    case 'OVER':
      return endedAt !== null && endedAt < at ? 'no longer expiring' : 'past expiry';
    case 'RECOVERED':
      return subject === 'DEGRADED' ? 'no longer degraded' : 'up again';
    case null:
      return subject === 'INCIDENT' && isAcknowledged ? 'acknowledged' : BEGUN[subject];
  }
}

function itemOf(news: GatheredNews & { state: State }, consoleUrl: string, organizationId: string): AlertItem {
  const { subject, aboutId, monitor, state, kinds, unreached, acknowledgeUrl, runbookUrl } = news;
  const isReminder = state === 'down' && kinds.every((kind) => kind === 'REMINDED');
  const label = isReminder ? 'STILL DOWN' : STATES[state].label;
  const because = unreached === null ? '' : ` (not reached: ${oneLine(unreached)})`;
  const url =
    subject === 'INCIDENT'
      ? incidentUrl(consoleUrl, organizationId, aboutId)
      : monitorUrl(consoleUrl, organizationId, monitor.id);
  const acknowledge =
    state === 'down' && acknowledgeUrl !== null ? [{ label: 'Acknowledge', url: acknowledgeUrl }] : [];
  return {
    text: `${label}: ${oneLine(monitor.name)} (${monitor.type}), ${whenWords(news)}${because}`,
    // Last, because where links have no room for all lines the last ones are left out first.
    links: [
      { label: 'Open', url },
      ...acknowledge,
      ...(runbookUrl === null ? [] : [{ label: 'Runbook', url: runbookUrl }]),
    ],
  };
}

function whenWords({ subject, at, endedAt, cause }: GatheredNews): string {
  if (subject === 'EXPIRY') return `at ${shownTime(at)}`;
  if (endedAt === null) return `since ${shownTime(at)}: ${shortened(oneLine(cause ?? 'unknown'), LONGEST_CAUSE)}`;
  const seconds = Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(at)) / 1_000));
  return `after ${durationWords(seconds)}, from ${shownTime(at)}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

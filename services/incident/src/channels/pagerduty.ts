// Decides how PagerDuty is told (Events API v2): the events of one incident have one deduplication key.

import type { AlertKind } from '@vedette/contract';
import { shortened } from '../messages/alert-text.ts';
import type { Alert, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

const LONGEST_SUMMARY = 1_024;

/** A reminder repeats the trigger, which PagerDuty adds to the open incident. */
const ACTIONS: Readonly<Record<AlertKind, 'trigger' | 'acknowledge' | 'resolve'>> = {
  OPENED: 'trigger',
  REMINDED: 'trigger',
  ACKNOWLEDGED: 'acknowledge',
  RESOLVED: 'resolve',
};

export const pagerDuty: Vendor = {
  write: (alert, urls) => ({
    url: `${urls.pagerDuty}/v2/enqueue`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event(alert)),
  }),
  judge: httpVerdict,
};

function event({ kind, incidentId, contact, message, news }: Alert) {
  const common = { routing_key: contact.address, event_action: ACTIONS[kind], dedup_key: incidentId };
  if (ACTIONS[kind] !== 'trigger') return common;
  const [first] = message.links;
  return {
    ...common,
    client: 'Vedette',
    ...(first !== undefined && { client_url: first.url }),
    links: message.links.map(({ label, url }) => ({ href: url, text: label })),
    payload: {
      summary: shortened(`${message.headline}: ${news.incident.cause ?? 'unknown'}`, LONGEST_SUMMARY),
      source: news.target ?? news.incident.monitor.name,
      severity: 'critical',
      timestamp: news.incident.startedAt,
      component: news.incident.monitor.name,
      class: news.incident.monitor.type,
      custom_details: Object.fromEntries(message.facts.map(({ label, value }) => [label, value])),
    },
  };
}

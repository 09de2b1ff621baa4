// Decides how PagerDuty is told (Events API v2): the events of one incident, slow period or expiry have one deduplication key.
// Limits: docs/events-API-v2 of https://github.com/PagerDuty/developer-docs (summary 1,024 characters, key 255, event 512 KB;
// rates are adjusted all the time and have no number).

import type { AlertKind, AlertSubject } from '@vedette/contract';
import { summaryOf } from '../messages/news-message.ts';
import { shortened } from '../messages/alert-text.ts';
import type { Alert, TestAlert, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

const LONGEST_SUMMARY = 1_024;

/** A reminder repeats the trigger, which PagerDuty adds to the open incident. */
const ACTIONS: Readonly<Record<AlertKind, 'trigger' | 'acknowledge' | 'resolve'>> = {
  OPENED: 'trigger',
  REMINDED: 'trigger',
  ACKNOWLEDGED: 'acknowledge',
  RESOLVED: 'resolve',
};

const SEVERITIES: Readonly<Record<AlertSubject, 'critical' | 'warning'>> = {
  INCIDENT: 'critical',
  DEGRADED: 'warning',
  EXPIRY: 'warning',
};

export const pagerDuty: Vendor = {
  write: (alert, urls) => ({
    url: `${urls.pagerDuty}/v2/enqueue`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alert.kind === 'TEST' ? testEvent(alert) : event(alert)),
  }),
  writeEnd: (test, urls) => ({
    url: `${urls.pagerDuty}/v2/enqueue`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ routing_key: test.contact.address, event_action: 'resolve', dedup_key: test.id }),
  }),
  judge: httpVerdict,
};

/** A test is no emergency. */
function testEvent({ id, contact, message }: TestAlert) {
  const payload = { summary: message.headline, source: 'Vedette', severity: 'info' };
  return { routing_key: contact.address, event_action: 'trigger', dedup_key: id, client: 'Vedette', payload };
}

function event({ kind, aboutId, decidedAt, contact, message, news }: Alert) {
  const common = { routing_key: contact.address, event_action: ACTIONS[kind], dedup_key: aboutId };
  if (ACTIONS[kind] !== 'trigger') return common;
  const { monitor, cause, since } = summaryOf(news);
  const [first] = message.links;
  return {
    ...common,
    client: 'Vedette',
    ...(first !== undefined && { client_url: first.url }),
    links: message.links.map(({ label, url }) => ({ href: url, text: label })),
    payload: {
      summary: shortened(`${message.headline}: ${cause}`, LONGEST_SUMMARY),
      source: news.target ?? monitor.name,
      severity: SEVERITIES[news.subject],
      timestamp: since ?? decidedAt.toISOString(),
      component: monitor.name,
      class: monitor.type,
      custom_details: Object.fromEntries(message.facts.map(({ label, value }) => [label, value])),
    },
  };
}

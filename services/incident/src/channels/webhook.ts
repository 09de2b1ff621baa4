// Decides how a webhook is told: a signed event of Standard Webhooks, with the same id and body on every attempt.
// Limits: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (statuses, timeout).

import { signatureHeaders, signingKey } from '@vedette/outbound/webhook-signature';
import { summaryOf, type AlertNews } from '../messages/news-message.ts';
import { alertId, type Alert, type TestAlert, type Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

export const webhook: Vendor = {
  write: (alert, _, now) => {
    const body = JSON.stringify(alert.kind === 'TEST' ? testEvent(alert) : event(alert));
    const message = { id: alertId(alert), body: Buffer.from(body), sentAt: now };
    const keys = alert.contact.secret === null ? [] : [signingKey(alert.contact.secret)];
    return {
      url: alert.contact.address,
      headers: { 'content-type': 'application/json', ...signatureHeaders(message, keys) },
      body,
    };
  },
  judge: httpVerdict,
};

function testEvent({ decidedAt, contactId, message }: TestAlert) {
  return {
    type: 'alert.test',
    timestamp: decidedAt.toISOString(),
    data: { contactId, headline: message.headline, url: message.links[0]?.url ?? null },
  };
}

function event({ kind, number, decidedAt, contactId, message, news }: Alert) {
  const [first] = message.links;
  return {
    type: `alert.${kind.toLowerCase()}`,
    timestamp: decidedAt.toISOString(),
    data: {
      contactId,
      number,
      headline: message.headline,
      target: news.target,
      url: first?.url ?? null,
      runbookUrl: news.runbookUrl,
      subject: news.subject,
      monitor: summaryOf(news).monitor,
      ...detailsOf(news),
    },
  };
}

/** Of these three the two are null that the alert is not about. */
function detailsOf(news: AlertNews) {
  const nothing = { incident: null, degraded: null, expiry: null };
  switch (news.subject) {
    case 'INCIDENT': {
      const { id, monitor, startedAt, resolvedAt, durationSec, cause, acknowledged } = news.incident;
      return { ...nothing, incident: { id, monitor, startedAt, resolvedAt, durationSec, cause, acknowledged } };
    }
    case 'DEGRADED': {
      const { startedAt, endedAt, cause } = news;
      return { ...nothing, degraded: { startedAt, endedAt, cause } };
    }
    case 'EXPIRY': {
      const { expiresAt, days } = news;
      return { ...nothing, expiry: { expiresAt, days } };
    }
  }
}

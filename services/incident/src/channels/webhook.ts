// Decides how a webhook is told: a signed event of Standard Webhooks, with the same id and body on every attempt.

import { signatureHeaders, signingKey } from '@vedette/outbound/webhook-signature';
import { alertId, type Alert, type Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

export const webhook: Vendor = {
  write: (alert, _, now) => {
    const body = JSON.stringify(event(alert));
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

function event({ kind, number, decidedAt, contactId, message, news }: Alert) {
  const { id, monitor, startedAt, resolvedAt, durationSec, cause, acknowledged } = news.incident;
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
      incident: { id, monitor, startedAt, resolvedAt, durationSec, cause, acknowledged },
    },
  };
}

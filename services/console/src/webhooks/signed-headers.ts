// Decides which headers of an attempt the console shows: those by which a receiver checks it.

import type { WebhookAttempt } from '@vedette/sdk';

/** Undefined without an answer, because the headers may not have been sent. Signatures are not stored. */
export function signedHeaders(
  eventId: string,
  { startedAt, responseStatus }: Pick<WebhookAttempt, 'startedAt' | 'responseStatus'>,
): string | undefined {
  if (responseStatus === null) return undefined;
  const headers = {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(Date.parse(startedAt) / 1_000)),
    'webhook-signature': 'v1,…',
  };
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

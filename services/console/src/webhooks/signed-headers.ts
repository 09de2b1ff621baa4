// Decides which headers of an attempt the console shows: those by which a receiver checks it.

import type { WebhookAttempt } from '@vedette/sdk';

/** Undefined if nobody answered: then it is not certain that, or when, they were sent. Signatures are not kept. */
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

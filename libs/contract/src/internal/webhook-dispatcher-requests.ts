import { internalRequest } from './internal-request.ts';

/** What the webhook dispatcher answers. */
export const webhookDispatcherRequests = {
  countWebhookEndpoints: internalRequest<{ organizationId: string }, { count: number }>(
    'webhook-dispatcher',
    'countWebhookEndpoints',
    ['account'],
  ),
  /** All endpoints of an organization, the oldest first. */
  namedWebhookEndpoints: internalRequest<{ organizationId: string }, { endpoints: { id: string; host: string }[] }>(
    'webhook-dispatcher',
    'namedWebhookEndpoints',
    ['incident'],
  ),
  /** Sends `webhook.test` to one endpoint, in one attempt now. */
  rehearseWebhookEndpoint: {
    ...internalRequest<
      { organizationId: string; endpointId: string },
      { isDelivered: boolean; answer: string; tookMs: number }
    >('webhook-dispatcher', 'rehearseWebhookEndpoint', ['incident']),
    deadlineMs: 25_000,
    lane: 'long',
  },
} as const;

// Decides which subscriptions a webhook endpoint may have. The dispatcher, which can resolve its address, checks that.

import type { Detail } from '../errors.ts';
import type { WellFormed } from '../operation.ts';
import type { WebhookEndpointUpdate } from './webhook-endpoint.ts';

export function webhookEndpointFaults({ eventTypes = [] }: WellFormed<WebhookEndpointUpdate>): Detail[] {
  return eventTypes.includes('*') && eventTypes.length > 1
    ? [{ path: 'eventTypes', message: 'eventTypes must be ["*"] alone or a list of event types' }]
    : [];
}

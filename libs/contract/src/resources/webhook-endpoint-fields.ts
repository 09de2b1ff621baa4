// Decides which subscriptions a webhook endpoint may have. The dispatcher, which can resolve its address, checks that.

import type { WellFormed } from '../operation.ts';
import { otherFault, type Fault } from '../faults/fault.ts';
import type { WebhookEndpointUpdate } from './webhook-endpoint.ts';

export function webhookEndpointFaults({ eventTypes = [] }: WellFormed<WebhookEndpointUpdate>): Fault[] {
  return eventTypes.includes('*') && eventTypes.length > 1
    ? [otherFault(['eventTypes'], 'must be ["*"] alone or a list of event types')]
    : [];
}

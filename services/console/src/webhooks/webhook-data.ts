import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { firstItems, type Listed } from '../data/pages.ts';
import { resource, type Resource } from '../data/resource.ts';

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventType?: WebhookDelivery['eventType'] | undefined;
  readonly state?: WebhookDelivery['state'] | undefined;
}

export function endpointList(): Resource<WebhookEndpoint[]> {
  return resource('webhook endpoints', () => Array.fromAsync(api().webhookEndpoints.list()), ['webhooks']);
}

export function endpointResource(id: string): Resource<WebhookEndpoint> {
  return resource(`webhook endpoint ${id}`, async () => await api().webhookEndpoints.get(id), [`webhook ${id}`]);
}

export function deliveryList(filter: DeliveryFilter, count: number): Resource<Listed<WebhookDelivery>> {
  const { endpointId } = filter;
  return resource(
    `webhook deliveries ${JSON.stringify(filter)} ${count}`,
    () => firstItems((at) => api().webhookDeliveries.list({ ...filter, ...at }), count),
    endpointId === undefined ? [] : [`webhook ${endpointId}`],
  );
}

export function deliveryResource(id: string): Resource<WebhookDeliveryDetail> {
  return resource(`webhook delivery ${id}`, async () => await api().webhookDeliveries.get(id));
}

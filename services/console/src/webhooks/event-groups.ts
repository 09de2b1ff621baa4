// Decides how event types are grouped for choosing among them.

import type { WebhookEndpoint } from '@vedette/sdk';

export type EventType = Exclude<WebhookEndpoint['eventTypes'][number], '*'>;
export type EventGroup = 'incident' | 'status_incident' | 'monitor' | 'maintenance';

/** Without `webhook.test`, which is sent on demand, whatever an endpoint subscribes to. */
export const EVENT_GROUPS: Readonly<Record<EventGroup, readonly EventType[]>> = {
  incident: ['incident.opened', 'incident.acknowledged', 'incident.resolved'],
  monitor: [
    'monitor.down',
    'monitor.up',
    'monitor.degraded',
    'monitor.certificate_expiring',
    'monitor.domain_expiring',
    'monitor.created',
    'monitor.updated',
    'monitor.paused',
    'monitor.resumed',
    'monitor.deleted',
  ],
  status_incident: ['status_incident.published', 'status_incident.updated', 'status_incident.resolved'],
  maintenance: [
    'maintenance.scheduled',
    'maintenance.updated',
    'maintenance.started',
    'maintenance.ended',
    'maintenance.cancelled',
  ],
};

export const SUBSCRIBED: readonly EventType[] = Object.values(EVENT_GROUPS).flat();

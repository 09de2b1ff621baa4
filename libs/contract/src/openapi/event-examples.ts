import { type EventType, EVENT_TYPES } from '../event-types.ts';
import { type EventData, eventMonitor, type PublicEvent } from '../events/events.ts';
import { incident, maintenanceWindow, monitor, statusIncident, webhookEndpoint } from './example-resources.ts';

const shownMonitor = eventMonitor(monitor);
const resolved = { resolvedAt: '2026-03-01T17:02:11.090Z' };

const data: { [T in EventType]: EventData<T> } = {
  'incident.opened': { incident: { ...incident, acknowledged: false, acknowledgedAt: null } },
  'incident.acknowledged': { incident },
  'incident.resolved': { incident: { ...incident, ...resolved, durationSec: 247 } },
  'status_incident.published': { statusIncident },
  'status_incident.updated': { statusIncident },
  'status_incident.resolved': { statusIncident: { ...statusIncident, ...resolved, state: 'RESOLVED' } },
  'monitor.created': { monitor: { ...shownMonitor, state: 'PENDING' } },
  'monitor.updated': { monitor: shownMonitor, changed: ['intervalSeconds', 'name'] },
  'monitor.deleted': { monitor: shownMonitor },
  'monitor.paused': { monitor: { ...shownMonitor, state: 'PAUSED' } },
  'monitor.resumed': { monitor: { ...shownMonitor, state: 'PENDING' } },
  'monitor.up': { monitor: shownMonitor },
  'monitor.degraded': { monitor: { ...shownMonitor, state: 'DEGRADED', lastResponseMs: 1204 } },
  'monitor.down': { monitor: { ...shownMonitor, state: 'DOWN', lastResponseMs: null } },
  'monitor.certificate_expiring': { monitor: shownMonitor },
  'monitor.domain_expiring': {
    monitor: { ...shownMonitor, type: 'DOMAIN', url: 'shop.example', lastResponseMs: null, certExpiresAt: null },
    expiresAt: '2026-03-14T00:00:00.000Z',
  },
  'maintenance.scheduled': { maintenanceWindow },
  'maintenance.updated': { maintenanceWindow },
  'maintenance.started': { maintenanceWindow: { ...maintenanceWindow, state: 'ACTIVE' } },
  'maintenance.ended': { maintenanceWindow: { ...maintenanceWindow, state: 'COMPLETED', occurrence: null } },
  'maintenance.cancelled': { maintenanceWindow },
  'webhook.test': { webhookEndpoint },
};

function example<T extends EventType>(type: T): { id: string; type: T; timestamp: string; data: EventData<T> } {
  return { id: 'evt_01k9z0b2d4f6h8k0n2q4s6v8x0', type, timestamp: '2026-03-01T16:58:03.412Z', data: data[type] };
}

export const eventExamples: ReadonlyMap<EventType, unknown> = new Map(EVENT_TYPES.map((type) => [type, example(type)]));

export const incidentOpened: PublicEvent<'incident.opened'> = example('incident.opened');
export const webhookTest: PublicEvent<'webhook.test'> = example('webhook.test');

/** The 22 lifecycle events, by group. */
export const eventTypes = [
  'incident.opened',
  'incident.acknowledged',
  'incident.resolved',
  'status_incident.published',
  'status_incident.updated',
  'status_incident.resolved',
  'monitor.created',
  'monitor.updated',
  'monitor.deleted',
  'monitor.paused',
  'monitor.resumed',
  'monitor.up',
  'monitor.degraded',
  'monitor.down',
  'monitor.certificate_expiring',
  'monitor.domain_expiring',
  'maintenance.scheduled',
  'maintenance.updated',
  'maintenance.started',
  'maintenance.ended',
  'maintenance.cancelled',
  'webhook.test',
] as const;

export type EventType = (typeof eventTypes)[number];

/** The subject that an event travels on in the EVENTS stream. */
export function eventSubject<T extends EventType>(type: T): `vedette.events.${T}` {
  return `vedette.events.${type}`;
}

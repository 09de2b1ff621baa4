import type { NatsUser } from './subject.ts';

/** The 22 lifecycle events, by group. */
export const EVENT_TYPES = [
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

export type EventType = (typeof EVENT_TYPES)[number];

type EventGroup<T extends string = EventType> = T extends `${infer Group}.${string}` ? Group : never;

/** The service that publishes each group. `webhook.test` is not published: the dispatcher sends it to the receiver. */
const EVENT_EMITTERS: Readonly<Record<EventGroup, NatsUser | null>> = {
  incident: 'incident',
  status_incident: 'status-page',
  monitor: 'monitor',
  maintenance: 'status-page',
  webhook: null,
};

export function emitterOf(type: EventType): NatsUser | null {
  return EVENT_EMITTERS[type.slice(0, type.indexOf('.')) as EventGroup];
}

/** Somebody waits for these. They have subjects of their own, so that they never wait behind other events. */
const URGENT: ReadonlySet<EventType> = new Set<EventType>([
  'incident.opened',
  'incident.acknowledged',
  'incident.resolved',
  'monitor.up',
  'monitor.degraded',
  'monitor.down',
  'maintenance.started',
  'maintenance.ended',
]);

/** The subject that an event travels on in the EVENTS stream. Its second word is the lane; see `FACT_LANES`. */
export function eventSubject(type: EventType): string {
  return `vedette.${URGENT.has(type) ? 'urgent' : 'events'}.${type}`;
}

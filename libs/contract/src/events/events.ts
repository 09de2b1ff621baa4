import { Type, type Static, type TObject, type TSchema } from 'typebox';
import {
  eventIncident,
  eventStatusIncident,
  MAX_EVENT_EVIDENCE,
  MAX_EVENT_TIMELINE,
  MAX_EVENT_UPDATES,
} from './event-bounds.ts';
import { EVENT_TYPES, type EventType } from '../event-types.ts';
import { withoutCredentials } from '../values/host-name.ts';
import { incidentDetailSchema } from '../resources/incident.ts';
import { maintenanceWindowSchema } from '../resources/maintenance-window.ts';
import { type Monitor, monitorSchema } from '../resources/monitor.ts';
import { statusIncidentSchema } from '../resources/status-incident.ts';
import { webhookEndpointSchema } from '../resources/webhook-endpoint.ts';
import { nullable, timestamp } from '../schema.ts';

const withheld = Type.Null({ description: 'Always null in events, for it may hold a secret.' });

const eventMonitorSchema = Type.Object(
  {
    ...monitorSchema.properties,
    url: nullable(Type.String({ description: 'The target of the check, without the credentials in it.' })),
    requestHeaders: withheld,
    requestBody: withheld,
    heartbeatUrl: withheld,
  },
  { title: 'EventMonitor', description: 'A monitor as events show it.' },
);

export type EventMonitor = Static<typeof eventMonitorSchema>;

/** Events reach third parties, so fields that may hold a secret are left out. */
export function eventMonitor(monitor: Monitor): EventMonitor {
  const url = monitor.url === null ? null : withoutCredentials(monitor.url);
  return { ...monitor, url, requestHeaders: null, requestBody: null, heartbeatUrl: null };
}

const { evidence, timeline } = incidentDetailSchema.properties;
const eventIncidentSchema = Type.Object(
  {
    ...incidentDetailSchema.properties,
    evidence: Type.Array(evidence.items, {
      maxItems: MAX_EVENT_EVIDENCE,
      description: 'The failed attempts that opened the incident.',
    }),
    timeline: Type.Array(timeline.items, {
      maxItems: MAX_EVENT_TIMELINE,
      description: `The newest ${MAX_EVENT_TIMELINE} things that happened, oldest first.`,
    }),
  },
  { title: 'EventIncident', description: 'An incident as events show it.' },
);

const { updates } = statusIncidentSchema.properties;
const eventStatusIncidentSchema = Type.Object(
  {
    ...statusIncidentSchema.properties,
    updates: Type.Array(updates.items, {
      maxItems: MAX_EVENT_UPDATES,
      description: `The newest ${MAX_EVENT_UPDATES} updates, newest first; fewer where they would need more than 900 KB.`,
    }),
  },
  { title: 'EventStatusIncident', description: 'A published incident as events show it.' },
);

/** The data of an event, cut so that it fits into a message. */
export function eventData<T extends EventType>(data: EventData<T>): EventData<T> {
  if ('incident' in data) return { ...data, incident: eventIncident(data.incident) };
  if ('statusIncident' in data) return { ...data, statusIncident: eventStatusIncident(data.statusIncident) };
  return data;
}

const incident = { incident: eventIncidentSchema };
const statusIncident = { statusIncident: eventStatusIncidentSchema };
const monitor = { monitor: eventMonitorSchema };
const maintenance = { maintenanceWindow: maintenanceWindowSchema };

/** What each event is about, and when it is sent. */
const definitions = {
  'incident.opened': about('A monitor went down and an incident was opened.', incident),
  'incident.acknowledged': about('An incident was acknowledged.', incident),
  'incident.resolved': about('An outage ended, or its monitor was paused or changed its type.', incident),
  'status_incident.published': about('An incident was published on status pages.', statusIncident),
  'status_incident.updated': about('A published incident was edited, or an update was posted.', statusIncident),
  'status_incident.resolved': about('A published incident was resolved.', statusIncident),
  'monitor.created': about('A monitor was created.', monitor),
  'monitor.updated': about('A monitor was updated.', {
    ...monitor,
    changed: Type.Array(Type.String(), { description: 'The names of the fields that changed, sorted.' }),
  }),
  'monitor.deleted': about('A monitor was deleted; it is shown as it was.', monitor),
  'monitor.paused': about('A monitor was paused.', monitor),
  'monitor.resumed': about('A monitor was resumed.', monitor),
  'monitor.up': about('A monitor became UP, also for the first time.', monitor),
  'monitor.degraded': about('A monitor became DEGRADED: it is slow, or about to expire.', monitor),
  'monitor.down': about('A monitor became DOWN.', monitor),
  'monitor.certificate_expiring': about(
    'A certificate expires within `sslExpiryThresholdDays`, at `certExpiresAt`. Sent once a certificate.',
    monitor,
  ),
  'monitor.domain_expiring': about(
    'The registration of a domain expires within `sslExpiryThresholdDays`. Sent once an expiry date.',
    { ...monitor, expiresAt: timestamp('When the registration expires.') },
  ),
  'maintenance.scheduled': about('A maintenance window was created.', maintenance),
  'maintenance.updated': about('A maintenance window was changed.', maintenance),
  'maintenance.started': about('A maintenance window, or an occurrence of it, started.', maintenance),
  'maintenance.ended': about('A maintenance window, or an occurrence of it, ended.', maintenance),
  'maintenance.cancelled': about('A maintenance window was deleted before it completed.', maintenance),
  'webhook.test': about('Somebody asked for a test event.', { webhookEndpoint: webhookEndpointSchema }),
} satisfies Record<EventType, { when: string; data: TSchema }>;

function about<F extends Record<string, TSchema>>(when: string, fields: F): { when: string; data: TObject<F> } {
  return { when, data: Type.Object(fields, { description: 'What the event is about.' }) };
}

export type EventData<T extends EventType> = Static<(typeof definitions)[T]['data']>;

/** The event as a webhook receiver gets it. */
export type PublicEvent<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; timestamp: string; data: EventData<K> };
}[T];

/** The event as it is stored in the EVENTS stream. */
export interface EventMessage<T extends EventType = EventType> {
  organizationId: string;
  event: PublicEvent<T>;
  /** Data for our own services only; it is never sent to a receiver. */
  facts?: unknown;
}

export interface EventDefinition {
  readonly type: EventType;
  readonly when: string;
  /** The whole body that the receiver gets. */
  readonly schema: TSchema;
}

export const eventDefinitions: readonly EventDefinition[] = EVENT_TYPES.map((type) => ({
  type,
  when: definitions[type].when,
  schema: Type.Object(
    {
      id: Type.String({ description: 'The id of the event; the same on every attempt, and in `webhook-id`.' }),
      type: Type.Literal(type, { description: 'The type of the event.' }),
      timestamp: timestamp('When it happened.'),
      data: definitions[type].data,
    },
    { title: eventTitle(type), description: definitions[type].when },
  ),
}));

function eventTitle(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

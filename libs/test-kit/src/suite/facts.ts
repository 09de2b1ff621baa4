import {
  eventSubject,
  newId,
  type EventData,
  type EventMessage,
  type EventType,
  type IncidentEvidence,
  type MaintenanceFacts,
  type MaintenanceWindow,
  type EventMonitor,
  type OutageFact,
  type PublicEvent,
} from '@vedette/contract';
import { NEW_MONITOR } from './new-monitor.ts';

/** Facts and events in the form in which the monitor and status-page services send them. */

export const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
export const ahead = (seconds: number): Date => ago(-seconds);

export function attempt(
  at: Date,
  worker = 'worker-1',
  error = 'Connection refused by 203.0.113.7:443',
): IncidentEvidence {
  return {
    checkedAt: at.toISOString(),
    worker,
    region: 'eu',
    error,
    statusCode: null,
    responseMs: null,
    phases: { dns: 3, connect: null, tls: null, firstByte: null, total: 12 },
  };
}

export interface OutageOptions {
  readonly monitorId?: string;
  readonly name?: string;
  readonly startedAt?: Date;
  readonly monitorCreatedAt?: Date;
  readonly cause?: string;
}

/** An outage from its beginning on. */
export function newOutage(options: OutageOptions = {}): OutageFact {
  const startedAt = options.startedAt ?? ago(1);
  const cause = options.cause ?? 'Connection refused by 203.0.113.7:443';
  return {
    incidentId: newId('inc', startedAt.getTime()),
    revision: 1,
    monitor: {
      id: options.monitorId ?? newId('mon'),
      name: options.name ?? 'API',
      type: 'HTTP',
      target: 'https://shop.example/health',
      createdAt: (options.monitorCreatedAt ?? new Date()).toISOString(),
    },
    startedAt: startedAt.toISOString(),
    cause,
    evidence: [attempt(startedAt, 'worker-1', cause), attempt(new Date(startedAt.getTime() + 5), 'worker-2', cause)],
    resolved: null,
  };
}

export function withCause(outage: OutageFact, cause: string): OutageFact {
  return { ...outage, revision: outage.revision + 1, cause };
}

export function ended(
  outage: OutageFact,
  because: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' = 'RECOVERED',
  at = new Date(),
): OutageFact {
  return { ...outage, revision: outage.revision + 1, resolved: { at: at.toISOString(), because } };
}

export function eventMonitor(outage: OutageFact, change: Partial<EventMonitor> = {}): EventMonitor {
  const { id, name, type, createdAt } = outage.monitor;
  return {
    ...NEW_MONITOR,
    id,
    name,
    type,
    state: outage.resolved === null ? 'DOWN' : outage.resolved.because === 'PAUSED' ? 'PAUSED' : 'UP',
    // Events never show secrets.
    requestHeaders: null,
    requestBody: null,
    heartbeatUrl: null,
    lastCheckedAt: createdAt,
    lastStatusChangedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    ...change,
  };
}

export interface Told {
  readonly id: string;
  readonly subject: string;
  readonly message: EventMessage;
}

let sequence = 0;

/** An event about a monitor is newer than those before it, unless its facts say otherwise. */
export function told<T extends EventType>(
  organizationId: string,
  type: T,
  data: EventData<T>,
  facts?: object,
  at = new Date(),
): Told {
  const id = newId('evt');
  sequence += 1;
  const event = { id, type, timestamp: at.toISOString(), data } as PublicEvent;
  return {
    id,
    subject: eventSubject(type),
    message: { organizationId, event, facts: 'monitor' in data ? { sequence, ...facts } : facts },
  };
}

/** The event by which the monitor service reports an outage. */
export function outageEvent(organizationId: string, outage: OutageFact): Told {
  const data = { monitor: eventMonitor(outage) };
  const facts = { outage };
  switch (outage.resolved?.because) {
    case undefined:
      return told(organizationId, 'monitor.down', data, facts);
    case 'RECOVERED':
      return told(organizationId, 'monitor.up', data, facts);
    case 'PAUSED':
      return told(organizationId, 'monitor.paused', data, facts);
    case 'TYPE_CHANGED':
      return told(organizationId, 'monitor.updated', { ...data, changed: ['type'] }, facts);
  }
}

export function windowOf(monitorIds: string[], startsAt: Date, endsAt: Date): MaintenanceWindow {
  const now = new Date().toISOString();
  return {
    id: newId('mw'),
    title: 'Database upgrade',
    description: null,
    state: 'SCHEDULED',
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    recurrence: null,
    occurrence: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    monitorIds,
    statusPageIds: [],
    createdAt: now,
    updatedAt: now,
  };
}

export function windowFacts(window: MaintenanceWindow, revision = 1): MaintenanceFacts {
  const { monitorIds, occurrence } = window;
  return { revision, monitorIds, occurrences: occurrence === null ? [] : [occurrence] };
}

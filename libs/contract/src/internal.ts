import { defaultDeadlineMs, operationSubject, type ServiceName } from './operation.ts';
import type { MonitorState, MonitorType } from './resources/monitor.ts';

/** A request between our own services; no part of the API. The types say what is asked and answered. */
export interface InternalRequest<Input, Answer> {
  readonly subject: string;
  readonly deadlineMs: number;
  /** Only for the compiler. */
  readonly types?: { input: Input; answer: Answer };
}

function internalRequest<Input, Answer>(service: ServiceName, name: string): InternalRequest<Input, Answer> {
  return { subject: operationSubject(service, name), deadlineMs: defaultDeadlineMs };
}

/** One failed attempt of a check, as an incident shows it. */
export interface Evidence {
  checkedAt: string;
  worker: string;
  region: string;
  error: string;
  statusCode: number | null;
  responseMs: number | null;
  phases: EvidencePhases;
}

export interface EvidencePhases {
  dns: number | null;
  connect: number | null;
  tls: number | null;
  firstByte: number | null;
  total: number | null;
}

/**
 * An outage as the monitor service knows it. It travels as a fact of `monitor.*` events and in `applyOutage`; the
 * highest revision is the truth, so order and repetition do not matter.
 */
export interface OutageFact {
  incidentId: string;
  revision: number;
  monitor: { id: string; name: string; type: MonitorType; createdAt: string };
  startedAt: string;
  cause: string;
  evidence: Evidence[];
  /** Null while it goes on. */
  resolved: { at: string; because: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' } | null;
}

/** The facts that `monitor.*` events carry. */
export interface MonitorFacts {
  /** The outage that began, changed or ended with this event. */
  outage?: OutageFact;
}

/** The facts that `maintenance.*` events carry; the highest revision of a window is the truth. */
export interface MaintenanceFacts {
  revision: number;
  monitorIds: string[];
  /** The current and the next one: whoever suppresses alerts knows each before it starts. Empty once cancelled. */
  occurrences: TimeSpan[];
}

export interface TimeSpan {
  startsAt: string;
  endsAt: string;
}

export interface MonitorDescription {
  id: string;
  name: string;
  type: MonitorType;
  state: MonitorState;
}

export interface UptimeQuery {
  organizationId: string;
  monitors: { id: string; excluded: TimeSpan[] }[];
  /** Local dates, `YYYY-MM-DD`, both included. */
  fromDate: string;
  toDate: string;
  timezone: string;
}

/** Seconds of a period by what was observed; `percent` is null where nothing was. */
export interface UptimeSummary {
  percent: number | null;
  upSeconds: number;
  degradedSeconds: number;
  downSeconds: number;
  maintenanceSeconds: number;
  unknownSeconds: number;
}

export interface MonitorUptime extends UptimeSummary {
  id: string;
  days: (UptimeSummary & { date: string })[];
}

export const internal = {
  /** Name, type and state of monitors; unknown ones are left out. */
  describeMonitors: internalRequest<
    { organizationId: string; monitorIds: string[] },
    { monitors: MonitorDescription[] }
  >('monitor', 'describeMonitors'),
  /** Uptime of monitors, whole and by local day, without the time that the asker excludes as maintenance. */
  uptime: internalRequest<UptimeQuery, { monitors: MonitorUptime[] }>('monitor', 'uptime'),
  /** Applies an outage now; answers when its incident is visible. */
  applyOutage: internalRequest<{ organizationId: string; outage: OutageFact }, null>('incident', 'applyOutage'),
  /** Forgets a deleted monitor for good: its incidents, and whatever still arrives about it. */
  forgetMonitorIncidents: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'incident',
    'forgetMonitorIncidents',
  ),
  /** Takes a deleted monitor off pages, published incidents and windows. */
  forgetMonitorPages: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'status-page',
    'forgetMonitorPages',
  ),
} as const;

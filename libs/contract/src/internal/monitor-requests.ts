import { CHECK_DEADLINE_MS } from '../operations/monitor.operations.ts';
import type { MonitorState, MonitorType } from '../resources/monitor.ts';
import { internalRequest } from './internal-request.ts';
import type { OutageFact } from './monitor-facts.ts';

/** When the certificate of a monitor, or the registration of its domain, expires. */
export interface KnownExpiry {
  organizationId: string;
  monitor: OutageFact['monitor'];
  expiresAt: string;
}

/** Asks for one page of the expiries until then, in the order of the monitors' ids. */
export interface ExpiryQuery {
  until: string;
  /** The last monitor of the page before; null: the first page. */
  after: string | null;
  limit: number;
}

export interface MonitorDescription {
  id: string;
  name: string;
  type: MonitorType;
  state: MonitorState;
  createdAt: string;
}

export interface OwnedMonitor {
  id: string;
  organizationId: string;
}

/** Asks for the last days in a time zone, up to now. */
export interface UptimeQuery {
  /** Of any organizations, each at most once. */
  monitors: OwnedMonitor[];
  days: number;
  timezone: string;
}

/** What was observed of a day: uptime in percent, then seconds. Null in percent: nothing that counts was observed. */
export type UptimeDay = readonly [
  percent: number | null,
  up: number,
  degraded: number,
  down: number,
  maintenance: number,
  unknown: number,
];

export interface MonitorUptime {
  id: string;
  percent: number | null;
  /** One entry for each day, oldest first; null before the monitor existed. */
  days: (UptimeDay | null)[];
}

export interface UptimeAnswer {
  /** The moment of these figures, in the last of the days. */
  at: string;
  /** The date of the first day, `YYYY-MM-DD`. */
  firstDate: string;
  /** Monitors that their organization does not have are left out. */
  monitors: MonitorUptime[];
}

/** What the monitor service answers. */
export const monitorRequests = {
  /** Name, type, state and creation time of monitors; unknown ones are left out. */
  describeMonitors: internalRequest<
    { organizationId: string; monitorIds: string[] },
    { monitors: MonitorDescription[] }
  >('monitor', 'describeMonitors', ['incident', 'status-page']),
  /**
   * Checks a monitor once. Answers when the result, and the incident that it opened or resolved, are visible. Alerts wait
   * for 10 seconds at most: a monitor whose check takes longer cannot be judged for them, but is for later ones.
   */
  checkMonitorNow: {
    ...internalRequest<{ organizationId: string; monitorId: string }, null>('monitor', 'checkMonitorNow', ['incident']),
    deadlineMs: CHECK_DEADLINE_MS,
    lane: 'long',
  },
  /** Certificates and registrations of monitors that are not paused, which expire between now and then. */
  listExpiries: internalRequest<ExpiryQuery, { expiries: KnownExpiry[] }>('monitor', 'listExpiries', ['incident']),
  /** Uptime of monitors, in total and by local day. */
  uptime: internalRequest<UptimeQuery, UptimeAnswer>('monitor', 'uptime', ['status-page']),
  /** How many of the plan's allowance the organization has. */
  countMonitors: internalRequest<{ organizationId: string }, { count: number }>('monitor', 'countMonitors', [
    'account',
  ]),
} as const;

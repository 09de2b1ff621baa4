import { Type, type Static } from 'typebox';
import { nullable, timestamp } from '../schema.ts';
import { incidentSchema } from './incident.ts';
import { maintenanceWindowSchema } from './maintenance-window.ts';
import { monitorSchema } from './monitor.ts';

const count = (description: string) => Type.Integer({ description });

const monitorCountsSchema = Type.Object(
  {
    total: count('All monitors.'),
    up: count('Monitors that are UP.'),
    degraded: count('Monitors that are DEGRADED.'),
    down: count('Monitors that are DOWN.'),
    pending: count('Monitors that are PENDING.'),
    paused: count('Monitors that are PAUSED.'),
  },
  { title: 'MonitorCounts', description: 'How many monitors are in which state.' },
);

const { id, monitor, startedAt, cause, acknowledged } = incidentSchema.properties;

const ongoingIncidentSchema = Type.Object(
  { id, monitor, startedAt, cause, acknowledged, ongoingSec: count('How many seconds it has lasted so far.') },
  { title: 'OngoingIncident', description: 'An incident that has not ended.' },
);

const window = maintenanceWindowSchema.properties;

const nextWindowSchema = Type.Object(
  {
    id: window.id,
    title: window.title,
    state: window.state,
    startsAt: timestamp('When the occurrence starts, or started.'),
    endsAt: timestamp('When it ends.'),
    monitors: count('How many monitors it covers.'),
  },
  { title: 'NextWindow', description: 'A maintenance window that is running or comes next.' },
);

const slowMonitorSchema = Type.Object(
  {
    id: monitorSchema.properties.id,
    name: monitorSchema.properties.name,
    state: monitorSchema.properties.state,
    latencyMs: Type.Integer({ description: 'The median latency of the last 24 hours.' }),
  },
  { title: 'SlowMonitor', description: 'A monitor and its latency.' },
);

export const overviewSchema = Type.Object(
  {
    at: timestamp('When this was true.'),
    monitors: monitorCountsSchema,
    incidents: nullable(
      Type.Object(
        {
          total: count('How many incidents are ongoing.'),
          data: Type.Array(ongoingIncidentSchema, { description: 'The newest ten of them, newest first.' }),
        },
        {
          title: 'OngoingIncidents',
          description: 'The ongoing incidents; null when the service that knows them did not answer within a second.',
        },
      ),
    ),
    maintenance: nullable(
      Type.Object(
        {
          total: count('How many windows are running or planned.'),
          data: Type.Array(nextWindowSchema, { description: 'The first five of them, in the order of their start.' }),
        },
        {
          title: 'NextWindows',
          description: 'Maintenance windows; null when the service that knows them did not answer within a second.',
        },
      ),
    ),
    slowest: Type.Array(slowMonitorSchema, { description: 'The five slowest monitors, slowest first.' }),
    summarizedAt: nullable(
      timestamp(
        'When latencies were computed, at most a minute ago while all services run; null before the first time.',
      ),
    ),
  },
  { title: 'Overview', description: 'Whether all is well.' },
);

export type Overview = Static<typeof overviewSchema>;
export type NextWindow = Static<typeof nextWindowSchema>;

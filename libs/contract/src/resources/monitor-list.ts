import { Type, type Static } from 'typebox';
import { choice, nullable, timestamp } from '../schema.ts';
import { MONITOR_STATES, MONITOR_TYPES, monitorSchema } from './monitor.ts';
import { pageQuery, paginationSchema } from './pagination.ts';

export const MONITOR_LIST_SORTS = ['state', 'name', 'uptime', 'latency', 'lastStatusChangedAt'] as const;
export const LATENCY_HOURS = 24;

export const monitorListQuery = pageQuery({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many monitors to return.' }),
  search: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Only monitors with this text in their name or target, in any case.',
  }),
  type: choice(MONITOR_TYPES, 'Only monitors of this type.'),
  state: choice(MONITOR_STATES, 'Only monitors in this state.'),
  sort: Type.Unsafe<MonitorListSort>({
    type: 'string',
    enum: [...MONITOR_LIST_SORTS],
    description:
      'state: DOWN, DEGRADED, PENDING, UP, PAUSED, the default; name: A to Z; uptime: the lowest of 30 days first; latency: the slowest of 24 hours first; lastStatusChangedAt: the newest first. Monitors without the value come last, and equal ones by name.',
  }),
});

const { id, name, type, state, lastCheckedAt, lastStatusChangedAt, lastResponseMs } = monitorSchema.properties;

const percent = (time: string) =>
  nullable(
    Type.Number({
      description: `The uptime of the last ${time} in percent, without maintenance; null where nothing was observed.`,
    }),
  );

const monitorListItemSchema = Type.Object(
  {
    id,
    name,
    type,
    state,
    target: nullable(
      Type.String({ description: 'What is checked, without credentials; null for CRON monitors, which ping us.' }),
    ),
    lastStatusChangedAt,
    lastCheckedAt,
    lastResponseMs,
    uptime24h: percent('24 hours'),
    uptime30d: percent('30 days'),
    latencyMs: nullable(Type.Integer({ description: 'The median latency of the last 24 hours.' })),
    latencies: Type.Array(nullable(Type.Integer({ description: 'A median; null in an hour without a latency.' })), {
      minItems: LATENCY_HOURS,
      maxItems: LATENCY_HOURS,
      description: 'The median latency of each of the last 24 hours in UTC, oldest first; the last one is running.',
    }),
  },
  { title: 'MonitorListItem', description: 'A monitor in the list of the console.' },
);

export const monitorListSchema = Type.Object(
  {
    data: Type.Array(monitorListItemSchema, { description: 'The monitors of this page, in the order of `sort`.' }),
    pagination: paginationSchema,
    summarizedAt: nullable(
      timestamp(
        'When uptimes and `latencyMs` were computed, at most a minute ago while all services run; everything else is of now. Null before the first time.',
      ),
    ),
  },
  { title: 'MonitorListPage', description: 'One page of the list of monitors.' },
);

export type MonitorListSort = (typeof MONITOR_LIST_SORTS)[number];
export type MonitorListItem = Static<typeof monitorListItemSchema>;
export type MonitorListPage = Static<typeof monitorListSchema>;

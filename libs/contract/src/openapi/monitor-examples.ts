import type { MonitorBulkResult } from '../resources/monitor-bulk.ts';
import { LATENCY_HOURS, type MonitorListItem } from '../resources/monitor-list.ts';
import type { MonitorTest } from '../resources/monitor-test.ts';
import type { Overview } from '../resources/overview.ts';
import type { ReplayResult } from '../resources/replay.ts';
import { page, type ConsoleExamples } from './example-shapes.ts';
import { incident, maintenanceWindow, monitor, statusPage } from './example-resources.ts';

const bulkResult: MonitorBulkResult = {
  data: [
    { id: monitor.id, outcome: 'PAUSED' },
    { id: 'mon_01k9w3v9q7r4t6y8a0c2e4g6j8', outcome: 'NOT_FOUND' },
  ],
};

const listItem: MonitorListItem = {
  id: monitor.id,
  name: monitor.name,
  type: monitor.type,
  state: monitor.state,
  target: monitor.url,
  lastStatusChangedAt: monitor.lastStatusChangedAt,
  lastCheckedAt: monitor.lastCheckedAt,
  lastResponseMs: monitor.lastResponseMs,
  uptime24h: 100,
  uptime30d: 99.982,
  latencyMs: 139,
  latencies: Array.from({ length: LATENCY_HOURS }, (_, hour) => (hour === 3 ? null : 130 + hour)),
};

const overview: Overview = {
  at: '2026-03-02T09:30:00.000Z',
  monitors: { total: 12, up: 10, degraded: 0, down: 1, pending: 0, paused: 1 },
  incidents: {
    total: 1,
    data: [
      {
        id: incident.id,
        monitor: incident.monitor,
        startedAt: incident.startedAt,
        cause: incident.cause,
        acknowledged: incident.acknowledged,
        ongoingSec: 312,
      },
    ],
  },
  maintenance: {
    total: 1,
    data: [
      {
        id: maintenanceWindow.id,
        title: maintenanceWindow.title,
        state: 'SCHEDULED',
        startsAt: '2026-03-08T02:00:00.000Z',
        endsAt: '2026-03-08T03:00:00.000Z',
        monitors: 2,
      },
    ],
  },
  slowest: [{ id: monitor.id, name: monitor.name, state: monitor.state, latencyMs: 139 }],
  summarizedAt: '2026-03-02T09:29:48.000Z',
};

const replay: ReplayResult = {
  from: '2026-02-27T08:00:00.000Z',
  to: '2026-03-02T09:30:00.000Z',
  checks: 4_410,
  happened: {
    degradedSec: 0,
    degradedPeriods: 0,
    longestDegradedSec: 0,
    downSec: 312,
    outages: 1,
    alerts: { degraded: 0, down: 2 },
    periods: [],
  },
  replayed: {
    degradedSec: 540,
    degradedPeriods: 1,
    longestDegradedSec: 540,
    downSec: 312,
    outages: 1,
    alerts: { degraded: 2, down: 2 },
    periods: [{ from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:09:00.000Z' }],
  },
  difference: {
    degradedSec: 540,
    degradedPeriods: 1,
    longestDegradedSec: 540,
    downSec: 0,
    outages: 0,
    alerts: { degraded: 2, down: 0 },
  },
  unknown: [
    'Only checks that ran are replayed: what another interval or another target would have found is not known.',
  ],
};

const monitorTest: MonitorTest = {
  state: 'UP',
  cause: null,
  responseMs: 142,
  certExpiresAt: '2026-05-20T12:00:00.000Z',
  domainExpiresAt: null,
  dnsAnswer: null,
  attempts: [
    {
      checkedAt: '2026-03-02T09:30:00.000Z',
      worker: 'checker-worker-1',
      region: 'eu-central',
      error: null,
      statusCode: 200,
      responseMs: 142,
      phases: { dns: 12, connect: 18, tls: 31, firstByte: 79, total: 142 },
    },
  ],
};

export const monitorExamples = {
  bulkMonitors: { body: { action: 'pause', monitorIds: bulkResult.data.map(({ id }) => id) }, response: bulkResult },
  runMonitorTest: { body: { name: monitor.name, type: 'HTTP', url: monitor.url }, response: monitorTest },
  getMonitorList: { response: { ...page(listItem), summarizedAt: '2026-03-02T09:29:48.000Z' } },
  getOverview: { response: overview },
  replayMonitor: {
    body: { degradedThresholdMs: 500, degradedThresholdMode: 'LAST', degradedSamples: 3 },
    response: replay,
  },
  listMonitorStatusPages: {
    response: page({
      id: statusPage.id,
      name: statusPage.name,
      slug: statusPage.slug,
      url: statusPage.url,
      published: true,
      componentName: 'Checkout',
    }),
  },
} satisfies Partial<ConsoleExamples>;

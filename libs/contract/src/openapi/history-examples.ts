import type { Check } from '../resources/check-history.ts';
import type { LoggedEvent } from '../resources/event-log.ts';
import { incidentOpened } from './event-examples.ts';
import type { ConsoleExamples } from './example-shapes.ts';
import { webhookEndpoint } from './example-resources.ts';

const loggedEvent: LoggedEvent = { ...incidentOpened, cursor: '1042.kR3vX0aQ' };

const check: Check = {
  slotAt: '2026-03-02T09:30:00.000Z',
  startedAt: '2026-03-02T09:30:00.012Z',
  endedAt: '2026-03-02T09:30:00.196Z',
  latenessMs: 12,
  verdict: 'UP',
  responseMs: 184,
  phases: { dns: 4, connect: 21, tls: 38, firstByte: 110, total: 184 },
  region: 'eu-central',
  worker: 'checker-worker-7d9f-a1b2c3',
  error: null,
  attempts: [],
};

const latencyPoint = {
  at: '2026-03-02T09:00:00.000Z',
  count: 60,
  failures: 1,
  min: 148,
  p50: 181,
  p95: 264,
  p99: 402,
  max: 415,
};

export const historyExamples = {
  streamEvents: { response: loggedEvent },
  retryFailedWebhookDeliveries: {
    body: { endpointId: webhookEndpoint.id, since: '2026-03-01T16:00:00Z' },
    response: { endpointId: webhookEndpoint.id, since: '2026-03-01T16:00:00.000Z', until: '2026-03-02T09:30:00.000Z' },
  },
  listEvents: { response: { data: [loggedEvent], nextCursor: null } },
  listChecks: { response: { data: [check], nextCursor: null } },
  getLatency: { response: { step: 3_600, points: [latencyPoint] } },
  getUptime: {
    response: {
      from: '2026-02-27T08:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
      percent: 99.833,
      seconds: { up: 262_362, degraded: 0, down: 438, pending: 0, paused: 0, unobserved: 0, maintenance: 3_600 },
      days: null,
      outages: 1,
      longestOutageSec: 438,
      meanTimeToRecoverSec: 438,
      meanTimeBetweenFailuresSec: 262_362,
    },
  },
  listStates: {
    response: {
      data: [{ state: 'UP', startedAt: '2026-03-02T09:12:18.000Z', endedAt: null }],
      nextCursor: null,
    },
  },
} satisfies Partial<ConsoleExamples>;

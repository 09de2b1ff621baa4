import type { NatsUser } from './subject.ts';

/** The JetStream streams and the subjects that are not operations or events, each written down once. */

export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'workqueue' | 'limits';
  readonly maxAgeMs: number;
  /** Who makes it, and brings its settings up to today's. Never a worker: it meets hostile targets. */
  readonly keepers: readonly NatsUser[];
}

export interface ConsumerDefinition {
  readonly stream: StreamDefinition;
  /** The durable name: all replicas of the service share it. */
  readonly name: string;
  /** One subject or wildcard; nats-server 2.9 knows no more than one a consumer. */
  readonly subject: string;
  readonly service: NatsUser;
  /** Others who look how much waits for it. */
  readonly watchers?: readonly NatsUser[];
}

/** What a message's body may be at most: NATS takes 1 MiB by default, and headers need some of it. */
export const MAX_PAYLOAD_BYTES = 1_000_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const streams = {
  /** Checks that are due. A job that nobody took for minutes is worthless: its slot is claimed anew. */
  CHECKS: {
    name: 'CHECKS',
    subjects: ['vedette.checks.>'],
    retention: 'workqueue',
    maxAgeMs: 5 * MINUTE_MS,
    keepers: ['monitor'],
  },
  /** Results of checks; they wait here while PostgreSQL is away. */
  RESULTS: {
    name: 'RESULTS',
    subjects: ['vedette.results.>'],
    retention: 'workqueue',
    maxAgeMs: DAY_MS,
    keepers: ['monitor'],
  },
  /** Facts that services tell each other and the world. */
  EVENTS: {
    name: 'EVENTS',
    subjects: ['vedette.events.>'],
    retention: 'limits',
    maxAgeMs: 7 * DAY_MS,
    keepers: ['monitor', 'incident', 'status-page', 'webhook-dispatcher'],
  },
} as const satisfies Record<string, StreamDefinition>;

/** The consumers of CHECKS, one a lane, each shared by all workers. */
export const jobConsumers = { FAST: 'checker-workers-fast', SLOW: 'checker-workers-slow' } as const;

export const subjects = {
  /** Scheduled checks, in CHECKS, by lane. */
  checkJobs: { FAST: 'vedette.checks.fast', SLOW: 'vedette.checks.slow' },
  /** What became of them, in RESULTS. */
  checkResults: 'vedette.results.scheduled',
  /** A check that somebody waits for: any worker answers. */
  runCheck: 'vedette.rpc.checker-worker.runCheck',
  /** Workers announce themselves here every second. */
  workerPresence: 'vedette.presence.checker-worker',
  /** Tells the replicas of the dispatcher which endpoints have something to send; losing it only costs time. */
  deliveriesDue: 'vedette.wake.webhook-dispatcher.deliveriesDue',
  /** One worker's own subject, on which others ask it to confirm a failure. */
  confirmCheck: (workerId: string): string => `vedette.rpc.checker-worker.confirmCheck.${workerId}`,
} as const;

/** The durable consumers of the streams. */
export const consumers = {
  fastJobs: {
    stream: streams.CHECKS,
    name: jobConsumers.FAST,
    subject: subjects.checkJobs.FAST,
    service: 'checker-worker',
    watchers: ['monitor'],
  },
  slowJobs: {
    stream: streams.CHECKS,
    name: jobConsumers.SLOW,
    subject: subjects.checkJobs.SLOW,
    service: 'checker-worker',
    watchers: ['monitor'],
  },
  results: {
    stream: streams.RESULTS,
    name: 'monitor-results',
    subject: subjects.checkResults,
    service: 'monitor',
  },
  outages: {
    stream: streams.EVENTS,
    name: 'incident-monitors',
    subject: 'vedette.events.monitor.>',
    service: 'incident',
  },
  maintenance: {
    stream: streams.EVENTS,
    name: 'incident-maintenance',
    subject: 'vedette.events.maintenance.>',
    service: 'incident',
  },
  monitorCopies: {
    stream: streams.EVENTS,
    name: 'status-page-monitors',
    subject: 'vedette.events.monitor.>',
    service: 'status-page',
  },
  deliveries: {
    stream: streams.EVENTS,
    name: 'webhook-dispatcher',
    subject: 'vedette.events.>',
    service: 'webhook-dispatcher',
  },
} as const satisfies Record<string, ConsumerDefinition>;

export function streamsKeptBy(user: string): StreamDefinition[] {
  return Object.values<StreamDefinition>(streams).filter(({ keepers }) => keepers.some((keeper) => keeper === user));
}

import { AUDITED_SERVICES } from './audit.ts';
import type { NatsUser } from './subject.ts';

/** The JetStream streams, and the subjects that are neither operations nor events. */

export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'workqueue' | 'limits';
  readonly maxAgeMs: number;
  /** The service that creates and updates the stream. Never a worker: workers connect to hostile targets. */
  readonly keepers: readonly NatsUser[];
}

export interface ConsumerDefinition {
  readonly stream: StreamDefinition;
  /** The durable name: all replicas of the service share it. */
  readonly name: string;
  /** One subject or wildcard; nats-server 2.9 supports only one per consumer. */
  readonly subject: string;
  readonly service: NatsUser;
  /** Users that also pull from this consumer, and that neither create nor change it. */
  readonly pullers?: readonly NatsUser[];
  /** Other services that read how many messages wait for this consumer. */
  readonly watchers?: readonly NatsUser[];
}

/** The largest body of a message: NATS accepts 1 MiB by default, and headers need some of it. */
export const MAX_PAYLOAD_BYTES = 1_000_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const streams = {
  /** Due checks. A job that no worker took for minutes is worthless, because its slot is claimed again. */
  CHECKS: {
    name: 'CHECKS',
    subjects: ['vedette.checks.>'],
    retention: 'workqueue',
    maxAgeMs: 5 * MINUTE_MS,
    keepers: ['monitor'],
  },
  /** Results of checks; they wait here while PostgreSQL is unavailable. */
  RESULTS: {
    name: 'RESULTS',
    subjects: ['vedette.results.>'],
    retention: 'workqueue',
    maxAgeMs: DAY_MS,
    keepers: ['monitor'],
  },
  /** Events that somebody waits for. In a stream of their own, NATS finds them without reading past all the others. */
  URGENT: {
    name: 'URGENT',
    subjects: ['vedette.urgent.>'],
    retention: 'limits',
    maxAgeMs: 7 * DAY_MS,
    keepers: ['monitor', 'incident', 'status-page', 'webhook-dispatcher'],
  },
  /** Facts for other services and for webhook receivers. */
  EVENTS: {
    name: 'EVENTS',
    subjects: ['vedette.events.>'],
    retention: 'limits',
    maxAgeMs: 7 * DAY_MS,
    keepers: ['monitor', 'incident', 'status-page', 'webhook-dispatcher'],
  },
  /** Lines of the audit log on their way to the account service. */
  AUDIT: {
    name: 'AUDIT',
    subjects: ['vedette.audit.>'],
    retention: 'limits',
    maxAgeMs: 7 * DAY_MS,
    keepers: ['account', ...AUDITED_SERVICES],
  },
} as const satisfies Record<string, StreamDefinition>;

/** Facts of one lane never wait for those of another one. The second word of a fact's subject is its lane. */
export const FACT_LANES = ['urgent', 'events', 'audit'] as const;

export type FactLane = (typeof FACT_LANES)[number];

/** The consumers of CHECKS, one per lane, each shared by all workers. */
export const jobConsumers = { FAST: 'checker-workers-fast', SLOW: 'checker-workers-slow' } as const;

export const subjects = {
  /** Scheduled checks, in CHECKS, by lane. */
  checkJobs: { FAST: 'vedette.checks.fast', SLOW: 'vedette.checks.slow' },
  /** Results of scheduled checks, in RESULTS. */
  checkResults: 'vedette.results.scheduled',
  /** A check that a client waits for; any worker answers. */
  runCheck: 'vedette.rpc.checker-worker.runCheck',
  /** Workers announce themselves here every second. */
  workerPresence: 'vedette.presence.checker-worker',
  /** Tells the replicas of the dispatcher which endpoints have due deliveries; a lost message only costs time. */
  deliveriesDue: 'vedette.wake.webhook-dispatcher.deliveriesDue',
  /** Tells the replicas of the status pages that pages have changed; a lost message only costs time. */
  pagesChanged: 'vedette.wake.status-page.pagesChanged',
  /** Tells the gateways to ask again about a credential that they remember; a lost message only costs time. */
  credentialChanged: 'vedette.wake.gateway.credentialChanged',
  /** Tells gateways how far the event log of an organization has grown; a lost message only costs time. */
  feed: (organizationId: string): string => `vedette.feed.${organizationId}`,
  /** The operator asks every process how it is; see `roll-call.ts`. */
  rollCall: 'vedette.roll-call',
  /** One worker's own subject, on which others ask it to confirm a failure. */
  confirmCheck: (workerId: string): string => `vedette.rpc.checker-worker.confirmCheck.${workerId}`,
  /** The answers to one such question. A leaf node would not let them pass to the inbox of another user. */
  confirmation: (question: string): string => `vedette.confirmations.${question}`,
} as const;

/** The services that send events. They leave events in their outboxes while a consumer has many before it. */
const EMITTERS = ['monitor', 'incident', 'status-page'] as const;

/** The durable consumers of the streams. Urgent events have consumers of their own. */
export const consumers = {
  fastJobs: {
    stream: streams.CHECKS,
    name: jobConsumers.FAST,
    subject: subjects.checkJobs.FAST,
    service: 'checker-worker',
    pullers: ['region-worker'],
    watchers: ['monitor'],
  },
  slowJobs: {
    stream: streams.CHECKS,
    name: jobConsumers.SLOW,
    subject: subjects.checkJobs.SLOW,
    service: 'checker-worker',
    pullers: ['region-worker'],
    watchers: ['monitor'],
  },
  results: {
    stream: streams.RESULTS,
    name: 'monitor-results',
    subject: subjects.checkResults,
    service: 'monitor',
  },
  urgentOutages: {
    stream: streams.URGENT,
    name: 'incident-monitors-urgent',
    subject: 'vedette.urgent.monitor.>',
    service: 'incident',
    watchers: EMITTERS,
  },
  outages: {
    stream: streams.EVENTS,
    name: 'incident-monitors',
    subject: 'vedette.events.monitor.>',
    service: 'incident',
    watchers: EMITTERS,
  },
  urgentMaintenance: {
    stream: streams.URGENT,
    name: 'incident-maintenance-urgent',
    subject: 'vedette.urgent.maintenance.>',
    service: 'incident',
    watchers: EMITTERS,
  },
  maintenance: {
    stream: streams.EVENTS,
    name: 'incident-maintenance',
    subject: 'vedette.events.maintenance.>',
    service: 'incident',
    watchers: EMITTERS,
  },
  urgentMonitorCopies: {
    stream: streams.URGENT,
    name: 'status-page-monitors-urgent',
    subject: 'vedette.urgent.monitor.>',
    service: 'status-page',
    watchers: EMITTERS,
  },
  monitorCopies: {
    stream: streams.EVENTS,
    name: 'status-page-monitors',
    subject: 'vedette.events.monitor.>',
    service: 'status-page',
    watchers: EMITTERS,
  },
  urgentDeliveries: {
    stream: streams.URGENT,
    name: 'webhook-dispatcher-urgent',
    subject: 'vedette.urgent.>',
    service: 'webhook-dispatcher',
    watchers: EMITTERS,
  },
  deliveries: {
    stream: streams.EVENTS,
    name: 'webhook-dispatcher',
    subject: 'vedette.events.>',
    service: 'webhook-dispatcher',
    watchers: EMITTERS,
  },
  auditLines: {
    stream: streams.AUDIT,
    name: 'account-audit',
    subject: 'vedette.audit.>',
    service: 'account',
    watchers: AUDITED_SERVICES,
  },
} as const satisfies Record<string, ConsumerDefinition>;

/** The consumers of a lane of facts. */
export function consumersOf(lane: FactLane): ConsumerDefinition[] {
  return Object.values<ConsumerDefinition>(consumers).filter(({ subject }) => subject.startsWith(`vedette.${lane}.`));
}

export function streamsKeptBy(user: string): StreamDefinition[] {
  return Object.values<StreamDefinition>(streams).filter(({ keepers }) => keepers.some((keeper) => keeper === user));
}

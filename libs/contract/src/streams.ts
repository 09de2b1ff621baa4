/** The JetStream streams and the subjects that are not operations or events, each written down once. */

export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'workqueue' | 'limits';
  readonly maxAgeMs: number;
}

/** What a message's body may be at most: NATS takes 1 MiB by default, and headers need some of it. */
export const maxPayloadBytes = 1_000_000;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const streams = {
  /** Checks that are due. A job that nobody took for minutes is worthless: its slot is claimed anew. */
  CHECKS: { name: 'CHECKS', subjects: ['vedette.checks.>'], retention: 'workqueue', maxAgeMs: 5 * minuteMs },
  /** Results of checks; they wait here while PostgreSQL is away. */
  RESULTS: { name: 'RESULTS', subjects: ['vedette.results.>'], retention: 'workqueue', maxAgeMs: dayMs },
  /** Facts that services tell each other and the world. */
  EVENTS: { name: 'EVENTS', subjects: ['vedette.events.>'], retention: 'limits', maxAgeMs: 7 * dayMs },
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

/** The roll call: the operator's command line asks, and every process of every service answers how it is. */

/** The gauges that a process reports, without the prefix of the product; each process has some of them. */
export const REPORTED_GAUGES = [
  'alert_oldest_due_seconds',
  'checks_due_waiting',
  'database_connections_waited_for',
  'events_waiting',
  'nodejs_eventloop_lag_p99_seconds',
  'outbox_oldest_unsent_seconds',
  'outbox_set_aside',
  'parked_messages',
  'public_data_age_seconds',
  'rate_limit_fallback',
  'stream_messages',
  'webhook_oldest_due_seconds',
  'worker_trusted',
  'workers',
] as const;

export type GaugeName = (typeof REPORTED_GAUGES)[number];

export interface Measure {
  gauge: GaugeName;
  labels: Record<string, string>;
  /** Null if it could not be observed. */
  value: number | null;
}

export interface RollCallAnswer {
  service: string;
  /** Tells the processes of a service apart. */
  replica: string;
  startedAt: string;
  /** The clock of the process. */
  at: string;
  /** Why the process is not ready; empty if it is. */
  reasons: string[];
  measures: Measure[];
}

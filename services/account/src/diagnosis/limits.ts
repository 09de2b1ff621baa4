// Decides from which value on a gauge that a process reports is a finding. The limits are those of the alerts.
import type { GaugeName, Measure } from '@vedette/contract';
import type { Finding } from './finding.ts';

export interface Limit {
  readonly gauge: GaugeName;
  /** Only series with these labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** A value above it is a finding. */
  readonly above: number;
  readonly state: 'LATE' | 'WRONG';
  /** The alert with the same limit; k8s/README.md says more under its name. */
  readonly alert: string;
  readonly found: (value: string, service: string, labels: Readonly<Record<string, string>>) => string;
  readonly advice: string;
}

export const LIMITS: readonly Limit[] = [
  {
    gauge: 'checks_due_waiting',
    labels: { lane: 'FAST' },
    above: 1_000,
    state: 'LATE',
    alert: 'VedetteCheckBacklog',
    found: (value) => `${value} checks are due and wait for workers`,
    advice: 'Start more workers, or give them more places (CHECK_CONCURRENCY).',
  },
  {
    gauge: 'stream_messages',
    labels: { stream: 'RESULTS' },
    above: 1_000,
    state: 'LATE',
    alert: 'VedetteResultBacklog',
    found: (value) => `${value} batches of results wait to be stored`,
    advice: 'Look at PostgreSQL and at the log of the monitor service.',
  },
  {
    gauge: 'outbox_oldest_unsent_seconds',
    above: 60,
    state: 'LATE',
    alert: 'VedetteOutboxStuck',
    found: (value, service) => `a fact of ${service} has waited ${value} s to be sent`,
    advice: 'Look at the NATS servers: JetStream does not take it.',
  },
  {
    gauge: 'events_waiting',
    above: 1_000,
    state: 'LATE',
    alert: 'VedetteEventsWaiting',
    found: (value, _, { consumer = '' }) => `${value} events wait for ${consumer}`,
    advice: 'Look at the log of the service that the consumer belongs to.',
  },
  {
    gauge: 'webhook_oldest_due_seconds',
    above: 60,
    state: 'LATE',
    alert: 'VedetteDeliveriesLate',
    found: (value) => `a webhook has been due for ${value} s`,
    advice: 'Start more dispatchers, and look at their log.',
  },
  {
    gauge: 'alert_oldest_due_seconds',
    above: 60,
    state: 'LATE',
    alert: 'VedetteAlertsLate',
    found: (value) => `an alert that could be sent has waited for ${value} s`,
    advice:
      'Look at the log of the incident service, and start more of them; if only mails wait, look at the mail server.',
  },
  {
    gauge: 'public_data_age_seconds',
    above: 60,
    state: 'LATE',
    alert: 'VedettePublicPagesStale',
    found: (value) => `public pages show what was true ${value} s ago`,
    advice: 'Look at the monitor service, which the pages ask.',
  },
  {
    gauge: 'nodejs_eventloop_lag_p99_seconds',
    above: 0.5,
    state: 'LATE',
    alert: 'VedetteEventLoopLate',
    found: (value, service) => `${service} is late by ${value} s with everything that it does`,
    advice: 'Give its process more processor time.',
  },
  {
    gauge: 'database_connections_waited_for',
    above: 10,
    state: 'LATE',
    alert: 'VedetteDatabaseConnectionsShort',
    found: (value, service) => `${value} statements of ${service} wait for a connection`,
    advice: 'Raise DATABASE_MAX_CONNECTIONS, or look for slow statements in PostgreSQL.',
  },
  {
    gauge: 'outbox_set_aside',
    above: 0,
    state: 'WRONG',
    alert: 'VedetteOutboxSetAside',
    found: (value, service) => `${value} facts of ${service} cannot be sent`,
    advice: 'vedette parked list shows them with their reasons; vedette parked replay sends them again.',
  },
  {
    gauge: 'parked_messages',
    above: 0,
    state: 'WRONG',
    alert: 'VedetteEventsParked',
    found: (value, service) => `${service} has parked ${value} messages that it could not process`,
    advice: 'vedette parked list shows them with their reasons; vedette parked replay tries them again.',
  },
  {
    gauge: 'rate_limit_fallback',
    above: 0,
    state: 'WRONG',
    alert: 'VedetteRateLimitFallback',
    found: () => 'a gateway counts requests without Redis',
    advice: 'Start Redis, or correct REDIS_URL of the gateway; until then each gateway counts for itself.',
  },
];

/** The finding of one measure; undefined if it is within its limit, or has none. */
export function findingOf({ gauge, labels, value }: Measure, service: string): Finding | undefined {
  const limit = LIMITS.find((each) => each.gauge === gauge && hasLabels(labels, each.labels ?? {}));
  if (limit === undefined || value === null || value <= limit.above) return undefined;
  const { state, found, advice } = limit;
  return { about: service, state, found: found(rounded(value), service, labels), advice };
}

function hasLabels(labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value);
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

import type { Monitor } from '@vedette/contract';

/** What the world did. All times are milliseconds of the test's own clock. */
export interface WorldTruth {
  readonly watched: readonly WatchedMonitor[];
  readonly outages: readonly TrueOutage[];
  readonly mutations: readonly KeyedMutation[];
  readonly requests: readonly RequestRecord[];
  /** The newest message that was posted to the published incident. */
  readonly newestMessage: string | null;
  /** Since when no fault is in effect. */
  readonly wholeSince: number;
}

export interface WatchedMonitor {
  readonly id: string;
  readonly name: string;
  readonly isDown: boolean;
  /** The last time that a check reached the target; null for a cron job, which is not checked. */
  readonly checkedAt: number | null;
}

export interface TrueOutage {
  readonly monitorId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** From when it could be noticed: its start, or the end of the faults in effect then. */
  readonly noticeableFrom: number;
  /** How far a clock of the system was off while the outage began or ended. */
  readonly clockErrorMs: number;
}

export type MutationKind = 'monitor-created' | 'monitor-renamed' | 'update-posted';

/** A request under an idempotency key, repeated until it was answered. */
export interface KeyedMutation {
  readonly key: string;
  readonly kind: MutationKind;
  /** A name or message that no other mutation has. */
  readonly mark: string;
  /** The status of its last answer; null if there was none. */
  readonly status: number | null;
}

/** A request of a client that goes to the other gateway after a failure. */
export interface RequestRecord {
  readonly what: string;
  readonly at: number;
  readonly failuresInARow: readonly string[];
  /** The only fault in effect was the kill of one replica. */
  readonly isDuringSingleKill: boolean;
}

/** What the system shows: through its API, to receivers, in mail, on pages and in its database. */
export interface Observations {
  readonly states: Readonly<Record<string, Monitor['state']>>;
  readonly incidents: readonly SeenIncident[];
  readonly messages: readonly string[];
  readonly committed: readonly SeenEvent[];
  /** By receiver; each of them subscribes to everything. */
  readonly received: Readonly<Record<string, readonly ReceivedEvent[]>>;
  /** What the contacts are told: at once by webhook, and by mail, where many alerts are one message. */
  readonly calls: readonly SeenAlert[];
  readonly mails: readonly SeenAlert[];
  readonly pages: Readonly<Record<string, SeenPage>>;
  readonly createdMonitors: Readonly<Record<string, number>>;
  readonly leftovers: readonly Leftover[];
  /** Processes that ended although nobody killed them. */
  readonly crashed: readonly string[];
}

export interface SeenIncident {
  readonly id: string;
  readonly monitorId: string;
  readonly startedAt: number;
  readonly resolvedAt: number | null;
}

export interface SeenEvent {
  readonly id: string;
  readonly type: string;
  /** The incident, the monitor, the name or the message that the event is about. */
  readonly about: string;
}

export interface ReceivedEvent extends SeenEvent {
  readonly body: string;
  readonly at: number;
}

export interface SeenAlert {
  readonly incidentId: string;
  readonly kind: 'opened' | 'resolved';
}

export interface SeenPage {
  /** By name of the component, which is the name of its monitor. */
  readonly components: Readonly<Record<string, string>>;
  readonly messages: readonly string[];
  readonly isStale: boolean;
}

/** Work in the database that is not done. */
export interface Leftover {
  readonly kind: 'parked' | 'set-aside' | 'unsent-fact' | 'unsent-alert' | 'failed-alert' | 'delivery';
  readonly text: string;
  /** A receiver refused it, and its next attempt is scheduled. */
  readonly waitsForRetry: boolean;
}

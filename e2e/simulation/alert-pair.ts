import type { AlertHistory, Lasting, Wishes } from './alert-history.ts';
import type { Job } from './alert-outbox.ts';
import type { StoredDecision, SubjectRow } from './alert-rows.ts';

/** One contact, and one outage, slow period or expiry. */
export interface Pair {
  readonly history: AlertHistory;
  readonly row: SubjectRow;
  readonly contact: number;
  /** Undefined if they changed after it began. */
  readonly wishes: Wishes | undefined;
  readonly jobs: readonly Job[];
  readonly decisions: readonly StoredDecision[];
}

/** What a contact is told of, with its world. */
export interface Told {
  readonly history: AlertHistory;
  readonly period: Lasting & { readonly kind: 'INCIDENT' | 'DEGRADED' };
  readonly contact: number;
}

/** An outage or a slow period. */
export type PeriodPair = Pair & Told;

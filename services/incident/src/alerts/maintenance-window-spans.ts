// Decides when a maintenance window covers its monitors, from its stored state and a new notice.

import type { MaintenanceFacts } from '@vedette/contract';

export interface StoredWindow {
  readonly revision: number;
  readonly isCancelled: boolean;
}

export interface WindowNotice {
  /** The time of the change that the notice reports. */
  readonly at: Date;
  readonly isCancelled: boolean;
  readonly facts: MaintenanceFacts;
}

export interface WindowSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export type WindowDecision =
  | { readonly kind: 'ignore' }
  /** The same schedule, later in time: the known spans stay valid. */
  | { readonly kind: 'add'; readonly spans: readonly WindowSpan[] }
  /**
   * A changed schedule: planned spans from `from` on are replaced. Time that has already passed in maintenance stays.
   */
  | { readonly kind: 'replace'; readonly from: Date; readonly spans: readonly WindowSpan[] };

export function applyNotice(notice: WindowNotice, stored: StoredWindow | undefined): WindowDecision {
  const { facts, at, isCancelled } = notice;
  if (stored !== undefined && (stored.isCancelled || facts.revision < stored.revision)) return { kind: 'ignore' };
  if (isCancelled) return { kind: 'replace', from: at, spans: [] };
  const spans = facts.occurrences.map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }));
  return facts.revision === stored?.revision ? { kind: 'add', spans } : { kind: 'replace', from: at, spans };
}

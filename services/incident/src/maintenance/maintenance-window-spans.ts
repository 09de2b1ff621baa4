// Decides when a maintenance window covers its monitors, from what was known of it and what is told of it now.

import type { MaintenanceFacts } from '@vedette/contract';

export interface StoredWindow {
  readonly revision: number;
  readonly isCancelled: boolean;
}

export interface WindowNotice {
  /** When what it says came about. */
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
  /** The same window, whose time has moved on: what was known of it still holds. */
  | { readonly kind: 'add'; readonly spans: readonly WindowSpan[] }
  /** Another plan: what had been planned from `from` on no longer holds. What really ran stays. */
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

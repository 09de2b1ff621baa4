// Decides what a fact about an outage does to the incidents of its monitor, for facts that arrive in any order.

import type { OutageFact } from '@vedette/contract';

/**
 * SUPERSEDED: a later outage of the monitor is known, so this one has ended; the fact about its end is yet to arrive.
 */
export type Resolution = NonNullable<OutageFact['resolved']>['because'] | 'SUPERSEDED';

export interface StoredIncident {
  readonly id: string;
  readonly revision: number;
  readonly startedAt: Date;
  readonly cause: string;
  /** Null while the incident is ongoing. */
  readonly resolution: Resolution | null;
}

/** What is stored about the monitor when a fact arrives. */
export interface KnownOutages {
  readonly isForgotten: boolean;
  /** The incident that the fact is about. */
  readonly incident: StoredIncident | undefined;
  /** The newest of the monitor's other incidents. */
  readonly newestOther: StoredIncident | undefined;
  /** The ongoing one of the monitor's other incidents. */
  readonly ongoingOther: StoredIncident | undefined;
}

export type LifecycleDecision =
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason }
  /** `supersedes` is the id of an earlier incident whose end has not arrived yet. */
  | { readonly kind: 'open'; readonly supersedes: string | undefined }
  /** The outage is over and was unknown here: its incident is opened and resolved at once. */
  | { readonly kind: 'open-resolved'; readonly supersedes: string | undefined }
  | { readonly kind: 'change-cause' }
  /** A newer revision without changes. */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'resolve'; readonly changesCause: boolean };

export type IgnoreReason =
  /** The monitor was deleted. */
  | 'forgotten'
  /** This revision, or a newer one, has already been applied. */
  | 'outdated'
  /** The incident is already resolved, which is final. */
  | 'settled'
  /** A later outage is known: this one is over, and a newer fact will say when it ended. */
  | 'superseded';

export function applyFact(fact: OutageFact, known: KnownOutages): LifecycleDecision {
  if (known.isForgotten) return { kind: 'ignore', reason: 'forgotten' };
  return known.incident === undefined ? meet(fact, known) : follow(fact, known.incident);
}

function meet(fact: OutageFact, { newestOther, ongoingOther }: KnownOutages): LifecycleDecision {
  const supersedes = ongoingOther === undefined || startsBefore(fact, ongoingOther) ? undefined : ongoingOther.id;
  if (fact.resolved !== null) return { kind: 'open-resolved', supersedes };
  if (newestOther !== undefined && startsBefore(fact, newestOther)) return { kind: 'ignore', reason: 'superseded' };
  return { kind: 'open', supersedes };
}

function follow(fact: OutageFact, stored: StoredIncident): LifecycleDecision {
  if (fact.revision <= stored.revision) return { kind: 'ignore', reason: 'outdated' };
  if (stored.resolution !== null && stored.resolution !== 'SUPERSEDED') return { kind: 'ignore', reason: 'settled' };
  const changesCause = fact.cause !== stored.cause;
  if (fact.resolved !== null) return { kind: 'resolve', changesCause };
  return { kind: changesCause ? 'change-cause' : 'confirm' };
}

/** Ids are time-ordered, so they order two outages that began in the same millisecond. */
function startsBefore(fact: OutageFact, other: StoredIncident): boolean {
  const difference = Date.parse(fact.startedAt) - other.startedAt.getTime();
  return difference === 0 ? fact.incidentId < other.id : difference < 0;
}

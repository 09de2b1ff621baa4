// Decides what a fact about an outage does to the incidents of its monitor, whatever arrived before it and in which order.

import type { OutageFact } from '@vedette/contract';

/** SUPERSEDED: a later outage of the same monitor is known, so this one has ended; how and when is yet to arrive. */
export type Resolution = NonNullable<OutageFact['resolved']>['because'] | 'SUPERSEDED';

export interface StoredIncident {
  readonly id: string;
  readonly revision: number;
  readonly startedAt: Date;
  readonly cause: string;
  /** Null while it is ongoing. */
  readonly resolution: Resolution | null;
}

/** What is stored about the monitor when a fact arrives. */
export interface KnownOutages {
  readonly isForgotten: boolean;
  /** The incident that the fact is about. */
  readonly incident: StoredIncident | undefined;
  /** The newest of the monitor's other incidents. */
  readonly newestOther: StoredIncident | undefined;
  /** The one of the others that is ongoing. */
  readonly ongoingOther: StoredIncident | undefined;
}

export type LifecycleDecision =
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason }
  /** `supersedes` is the id of an earlier incident whose end has not arrived yet. */
  | { readonly kind: 'open'; readonly supersedes: string | undefined }
  /** It is over, and nobody here has known of it: it is opened and resolved at once. */
  | { readonly kind: 'open-resolved'; readonly supersedes: string | undefined }
  | { readonly kind: 'change-cause' }
  /** A newer revision that says the same. */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'resolve'; readonly changesCause: boolean };

export type IgnoreReason =
  /** The monitor was deleted. */
  | 'forgotten'
  /** This revision, or a newer one, has been applied. */
  | 'outdated'
  /** It is resolved, and stays so. */
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

/** Ids are time-ordered, so they part two outages of the same millisecond. */
function startsBefore(fact: OutageFact, other: StoredIncident): boolean {
  const difference = Date.parse(fact.startedAt) - other.startedAt.getTime();
  return difference === 0 ? fact.incidentId < other.id : difference < 0;
}

// Decides how a check's outcome changes an outage: the outage opens, gets another cause, or is resolved.

import type { IncidentEvidence, OutageFact } from '@vedette/contract';

/** An outage as this service stores it: the newest one of a monitor, ongoing or resolved. */
export type Outage = Omit<OutageFact, 'monitor'>;

export type Resolution = NonNullable<OutageFact['resolved']>['because'];

interface Opening {
  readonly kind: 'open';
  readonly startedAt: Date;
  readonly cause: string;
  readonly evidence: readonly IncidentEvidence[];
}

type LaterStep =
  | { readonly kind: 'change-cause'; readonly cause: string; readonly evidence: readonly IncidentEvidence[] }
  | { readonly kind: 'resolve'; readonly at: Date; readonly because: Resolution };

export type OutageStep = Opening | LaterStep;

/** Enough for the attempts that opened the outage and for its first changes of cause. */
const MAX_EVIDENCE = 50;

export function openOutage({ startedAt, cause, evidence }: Opening, incidentId: string): Outage {
  return {
    incidentId,
    revision: 1,
    startedAt: startedAt.toISOString(),
    cause,
    evidence: [...evidence],
    resolved: null,
  };
}

/** Undefined when nothing changes, because no outage is ongoing. */
export function stepOutage(known: Outage | undefined, step: LaterStep): Outage | undefined {
  if (known === undefined || known.resolved !== null) return undefined;
  const next = { ...known, revision: known.revision + 1 };
  switch (step.kind) {
    case 'change-cause':
      return { ...next, cause: step.cause, evidence: [...known.evidence, ...step.evidence].slice(0, MAX_EVIDENCE) };
    case 'resolve':
      return { ...next, resolved: { at: step.at.toISOString(), because: step.because } };
  }
}

// Decides what is stored of failed attempts: everything that an incident shows, in whole milliseconds.

import type { IncidentEvidence } from '@vedette/contract';

/** As many attempts as a person reads: those that opened the incident, and those of its first changes of cause. */
export const MAX_EVIDENCE = 50;

/** Workers measure fractions of a millisecond, which are not shown. */
export function evidenceRows(evidence: readonly IncidentEvidence[]): IncidentEvidence[] {
  return evidence.map(({ checkedAt, worker, region, error, statusCode, responseMs, phases }) => ({
    checkedAt,
    worker,
    region,
    error,
    statusCode,
    responseMs: whole(responseMs),
    phases: {
      dns: whole(phases.dns),
      connect: whole(phases.connect),
      tls: whole(phases.tls),
      firstByte: whole(phases.firstByte),
      total: whole(phases.total),
    },
  }));
}

function whole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

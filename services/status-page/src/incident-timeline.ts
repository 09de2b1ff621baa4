// Decides what an update, and an edit, make of a published incident.

import type { Detail, EventType, StatusIncidentState } from '@vedette/contract';

export interface Resolution {
  readonly state: StatusIncidentState;
  readonly resolvedAt: Date | null;
}

/** RESOLVED keeps the time at which it was resolved first; every other state reopens. */
export function resolutionAfter(before: Resolution | undefined, posted: StatusIncidentState, now: Date): Resolution {
  return { state: posted, resolvedAt: posted === 'RESOLVED' ? (before?.resolvedAt ?? now) : null };
}

export function eventOfUpdate(posted: StatusIncidentState): Extract<EventType, `status_incident.${string}`> {
  return posted === 'RESOLVED' ? 'status_incident.resolved' : 'status_incident.updated';
}

export function startFaults(startedAt: Date, resolvedAt: Date | null, now: Date): Detail[] {
  if (startedAt > now) return [{ path: 'startedAt', message: 'startedAt must not be in the future' }];
  if (resolvedAt !== null && startedAt > resolvedAt) {
    return [{ path: 'startedAt', message: `startedAt must not be after resolvedAt (${resolvedAt.toISOString()})` }];
  }
  return [];
}

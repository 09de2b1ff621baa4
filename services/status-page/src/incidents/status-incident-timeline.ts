// Decides what an update, and an edit, make of a published incident.

import type { Detail, EventType, StatusIncidentImpact, StatusIncidentState } from '@vedette/contract';

export interface Resolution {
  readonly state: StatusIncidentState;
  readonly resolvedAt: Date | null;
}

export interface IncidentFields {
  readonly title: string;
  readonly impact: StatusIncidentImpact;
  readonly pageIds: string[];
  readonly monitorIds: string[];
  readonly startedAt: Date;
}

export interface IncidentUpdate {
  readonly id: string;
  readonly state: StatusIncidentState;
  readonly message: string;
  readonly createdAt: Date;
}

/** Without its updates, of which there may be any number. */
export interface StoredIncident extends IncidentFields, Resolution {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type IncidentEvent = Extract<EventType, `status_incident.${string}`>;

/** RESOLVED keeps the time at which it was resolved first; every other state reopens. */
export function resolutionAfter(before: Resolution | undefined, posted: StatusIncidentState, at: Date): Resolution {
  return { state: posted, resolvedAt: posted === 'RESOLVED' ? (before?.resolvedAt ?? at) : null };
}

/** One that was over before it was told of is published and resolved at once. */
export function eventsOfPublication(state: StatusIncidentState): IncidentEvent[] {
  return state === 'RESOLVED'
    ? ['status_incident.published', 'status_incident.resolved']
    : ['status_incident.published'];
}

export function eventOfUpdate(posted: StatusIncidentState): IncidentEvent {
  return posted === 'RESOLVED' ? 'status_incident.resolved' : 'status_incident.updated';
}

export function startFaults(startedAt: Date, resolvedAt: Date | null, now: Date): Detail[] {
  if (startedAt > now) return [{ path: 'startedAt', message: 'startedAt must not be in the future' }];
  if (resolvedAt !== null && startedAt > resolvedAt) {
    return [{ path: 'startedAt', message: `startedAt must not be after resolvedAt (${resolvedAt.toISOString()})` }];
  }
  return [];
}

export interface Told {
  readonly at: Date;
  readonly state: StatusIncidentState;
  /** Of the update before it; undefined for the first one. */
  readonly previousAt: Date | undefined;
  /** Of the incident. */
  readonly startedAt: Date;
}

/** History may be brought along, in its order. */
export function tellingFaults({ at, state, previousAt, startedAt }: Told, now: Date): Detail[] {
  if (at > now) return tooEarlyOrLate('in the future');
  if (previousAt !== undefined && at < previousAt) {
    return tooEarlyOrLate(`before that of the update before it (${previousAt.toISOString()})`);
  }
  if (state === 'RESOLVED' && at < startedAt) return tooEarlyOrLate(`before startedAt (${startedAt.toISOString()})`);
  return [];
}

function tooEarlyOrLate(rule: string): Detail[] {
  return [{ path: 'createdAt', message: `createdAt must not be ${rule}` }];
}

// Decides how an update or an edit changes a published incident.

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

/** An incident without its updates, because their number is unbounded. */
export interface StoredIncident extends IncidentFields, Resolution {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type IncidentEvent = Extract<EventType, `status_incident.${string}`>;

/** RESOLVED keeps the time of the first resolution; every other state reopens the incident. */
export function resolutionAfter(before: Resolution | undefined, posted: StatusIncidentState, at: Date): Resolution {
  return { state: posted, resolvedAt: posted === 'RESOLVED' ? (before?.resolvedAt ?? at) : null };
}

/** An incident that is published as RESOLVED causes both events at once. */
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
  /** The time of the previous update; undefined for the first update. */
  readonly previousAt: Date | undefined;
  /** The start of the incident. */
  readonly startedAt: Date;
}

/** An update may be backdated, but only in chronological order. */
export function tellingFaults({ at, state, previousAt, startedAt }: Told, now: Date): Detail[] {
  if (at > now) return tooEarlyOrLate('in the future');
  if (previousAt !== undefined && at < previousAt) {
    return tooEarlyOrLate(`before that of the update before it (${previousAt.toISOString()})`);
  }
  if (state === 'RESOLVED' && at < startedAt) return tooEarlyOrLate(`before startedAt (${startedAt.toISOString()})`);
  return [];
}

/**
 * The time of an update that brings none along. Updates are shown in the order of their times, which must be the order
 * in which they were posted, although two replicas may post at once and their clocks differ.
 */
export function tellingTime(previousAt: Date | undefined, now: Date): Date {
  return previousAt === undefined || previousAt < now ? now : new Date(previousAt.getTime() + 1);
}

function tooEarlyOrLate(rule: string): Detail[] {
  return [{ path: 'createdAt', message: `createdAt must not be ${rule}` }];
}

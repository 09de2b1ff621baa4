// Shows a maintenance window to the API, and to the service that suppresses alerts.

import type { MaintenanceFacts, MaintenanceWindow, NextWindow, Recurrence, TimeSpan } from '@vedette/contract';
import { plannedOccurrences, type StoredWindow } from './maintenance-window-state.ts';
import type { RecurrenceRule, Span } from './recurrence.ts';

export function windowView(window: StoredWindow): MaintenanceWindow {
  const { occurrence } = window.stage;
  return {
    id: window.id,
    title: window.title,
    description: window.description,
    state: window.stage.state,
    startsAt: window.startsAt.toISOString(),
    endsAt: window.endsAt.toISOString(),
    recurrence: window.recurrence === null ? null : shownRecurrence(window.recurrence),
    occurrence: occurrence === null ? null : shownSpan(occurrence),
    monitorIds: [...window.monitorIds],
    statusPageIds: [...window.pageIds],
    createdAt: window.createdAt.toISOString(),
    updatedAt: window.updatedAt.toISOString(),
  };
}

/** The current or next occurrence of a window; none for a window that is over. */
export function nextWindow({ id, title, stage, monitorIds }: StoredWindow): NextWindow[] {
  const { state, occurrence } = stage;
  return occurrence === null ? [] : [{ id, title, state, ...shownSpan(occurrence), monitors: monitorIds.length }];
}

/** The facts that suppress alerts: the current or next occurrence and the one after it; none if it is cancelled. */
export function windowFacts(window: StoredWindow, isCancelled = false): MaintenanceFacts {
  const occurrences = isCancelled ? [] : plannedOccurrences(window, window.stage);
  return {
    revision: window.revision,
    monitorIds: [...window.monitorIds],
    occurrences: occurrences.map(shownSpan),
  };
}

function shownRecurrence({ frequency, interval, weekdays, until, timezone }: RecurrenceRule): Recurrence {
  return { frequency, interval, weekdays: [...weekdays], until: until?.toISOString() ?? null, timezone };
}

export function shownSpan({ startsAt, endsAt }: Span): TimeSpan {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

// Decides how the timeline describes what happened to an incident.

import { durationWords, type IncidentTimelineType, type OutageFact } from '@vedette/contract';

export interface TimelineEntry {
  readonly at: Date;
  readonly type: IncidentTimelineType;
  readonly message: string;
}

export function opened(fact: OutageFact): TimelineEntry {
  return { at: new Date(fact.startedAt), type: 'OPENED', message: fact.cause };
}

export function causeChanged(cause: string, at: Date): TimelineEntry {
  return { at, type: 'CAUSE_CHANGED', message: cause };
}

/** `by` is the contact that followed a link; null for people and keys, whom the audit log names. */
export function acknowledged(at: Date, by: string | null): TimelineEntry {
  return { at, type: 'ACKNOWLEDGED', message: by === null ? 'Acknowledged' : `Acknowledged by ${by}` };
}

export function note(text: string, at: Date): TimelineEntry {
  return { at, type: 'NOTE', message: text };
}

export function resolved(startedAt: Date, { at, because }: NonNullable<OutageFact['resolved']>): TimelineEntry {
  const endedAt = new Date(at);
  const entry = (message: string): TimelineEntry => ({ at: endedAt, type: 'RESOLVED', message });
  switch (because) {
    case 'RECOVERED':
      return entry(`Recovered after ${durationWords(secondsBetween(startedAt, endedAt))}`);
    case 'PAUSED':
      return entry('Monitor paused');
    case 'TYPE_CHANGED':
      return entry('Monitor changed its type');
  }
}

/** Whole seconds, never negative: the two times come from different clocks. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));
}

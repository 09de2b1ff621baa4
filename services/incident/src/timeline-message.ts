// Decides how the timeline says what happened to an incident.

import type { IncidentTimelineType, OutageFact } from '@vedette/contract';
import { inWords, secondsBetween } from './duration.ts';

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

export function acknowledged(at: Date): TimelineEntry {
  return { at, type: 'ACKNOWLEDGED', message: 'Acknowledged' };
}

export function resolved(startedAt: Date, { at, because }: NonNullable<OutageFact['resolved']>): TimelineEntry {
  const endedAt = new Date(at);
  const entry = (message: string): TimelineEntry => ({ at: endedAt, type: 'RESOLVED', message });
  switch (because) {
    case 'RECOVERED':
      return entry(`Recovered after ${inWords(secondsBetween(startedAt, endedAt))}`);
    case 'PAUSED':
      return entry('Monitor paused');
    case 'TYPE_CHANGED':
      return entry('Monitor changed its type');
  }
}

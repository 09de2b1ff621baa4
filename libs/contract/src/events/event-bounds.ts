// Decides how much of a resource an event contains: unbounded texts and lists are cut, so that it fits a message.

import type { IncidentDetail } from '../resources/incident.ts';
import type { StatusIncident } from '../resources/status-incident.ts';

/** The newest updates of a published incident. */
export const MAX_EVENT_UPDATES = 20;
/** Twenty updates of maximum length fit, unless JSON needs six bytes for most of their characters. */
const MAX_UPDATES_BYTES = 900_000;

/** The first failed attempts of an incident: those that opened it. */
export const MAX_EVENT_EVIDENCE = 50;
const MAX_EVIDENCE_BYTES = 400_000;
/** The newest timeline entries of an incident. */
export const MAX_EVENT_TIMELINE = 100;
const MAX_TIMELINE_BYTES = 400_000;

/** A sentence for a person to read; text from outside may be longer. */
export const MAX_ERROR_CHARACTERS = 1_000;

export function eventStatusIncident(statusIncident: StatusIncident): StatusIncident {
  return { ...statusIncident, updates: leading(statusIncident.updates, MAX_EVENT_UPDATES, MAX_UPDATES_BYTES) };
}

export function eventIncident(incident: IncidentDetail): IncidentDetail {
  const newestFirst = incident.timeline.slice(-MAX_EVENT_TIMELINE).toReversed();
  return {
    ...incident,
    cause: incident.cause === null ? null : shortError(incident.cause),
    evidence: leading(incident.evidence, MAX_EVENT_EVIDENCE, MAX_EVIDENCE_BYTES),
    timeline: leading(newestFirst, MAX_EVENT_TIMELINE, MAX_TIMELINE_BYTES).toReversed(),
  };
}

/** Cuts between whole characters and never splits a surrogate pair. */
export function shortError(error: string): string {
  if (error.length <= MAX_ERROR_CHARACTERS) return error;
  const characters = Array.from(error.slice(0, 2 * MAX_ERROR_CHARACTERS + 1));
  if (characters.length <= MAX_ERROR_CHARACTERS) return error;
  return `${characters.slice(0, MAX_ERROR_CHARACTERS - 1).join('')}…`;
}

/** As many from the beginning as the count and the bytes allow. */
function leading<Item>(items: readonly Item[], maxItems: number, maxBytes: number): Item[] {
  let bytes = 0;
  const kept: Item[] = [];
  for (const item of items.slice(0, maxItems)) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > maxBytes) break;
    kept.push(item);
  }
  return kept;
}

// Shows a published incident to the API, as a whole or piece by piece.

import type { StatusIncident, StatusIncidentEntry } from '@vedette/contract';
import type { IncidentUpdate, StoredIncident } from './status-incident-timeline.ts';

export function incidentView(incident: StoredIncident, updates: readonly IncidentUpdate[]): StatusIncident {
  return {
    id: incident.id,
    title: incident.title,
    state: incident.state,
    impact: incident.impact,
    statusPageIds: [...incident.pageIds],
    monitorIds: [...incident.monitorIds],
    startedAt: incident.startedAt.toISOString(),
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    updates: updates.map(entryOf),
    createdAt: incident.createdAt.toISOString(),
    updatedAt: incident.updatedAt.toISOString(),
  };
}

/** The same view as JSON text, with any number of updates. */
export async function* incidentJson(
  incident: StoredIncident,
  updates: AsyncIterable<IncidentUpdate>,
): AsyncGenerator<string, void, undefined> {
  // Only two timestamps follow the list of updates, so the last occurrence of `"updates":[]` is the list itself.
  const text = JSON.stringify(incidentView(incident, []));
  const cut = text.lastIndexOf('"updates":[]') + '"updates":['.length;
  yield text.slice(0, cut);
  let separator = '';
  for await (const update of updates) {
    yield separator + JSON.stringify(entryOf(update));
    separator = ',';
  }
  yield text.slice(cut);
}

function entryOf({ id, state, message, createdAt }: IncidentUpdate): StatusIncidentEntry {
  return { id, state, message, createdAt: createdAt.toISOString() };
}

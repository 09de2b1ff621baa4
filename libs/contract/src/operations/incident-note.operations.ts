import { noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { incidentDetailSchema, incidentNoteBody } from '../resources/incident.ts';

export const incidentNoteOperations = {
  addIncidentNote: operation({
    ...ORDINARY,
    id: 'addIncidentNote',
    method: 'POST',
    path: '/api/console/v1/incidents/{incidentId}/notes',
    service: 'incident',
    tag: 'Incidents',
    summary: 'Add a note to an incident',
    description:
      'Adds an entry NOTE to the timeline of an incident, ongoing or resolved, and returns the incident. Nobody is alerted. 409 `conflict` when the incident has 100 notes.',
    credentials: ['session', 'key'],
    query: noQuery,
    body: incidentNoteBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: incidentDetailSchema,
    errors: ['conflict'],
  }),
};

import { Type } from 'typebox';
import { noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { choice, emptyBody } from '../schema.ts';
import { incidentDetailSchema, incidentSchema, INCIDENT_STATE_FILTERS } from '../resources/incident.ts';
import { pageOf, pageQuery } from '../resources/pagination.ts';

const common = {
  ...ORDINARY,
  service: 'incident',
  tag: 'Incidents',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

export const incidentOperations = {
  listIncidents: operation({
    ...common,
    id: 'listIncidents',
    method: 'GET',
    path: '/api/v1/incidents',
    summary: 'List incidents',
    description:
      'Lists outages that were detected from failed checks, ongoing and resolved, newest `startedAt` first. A monitor has at most one ongoing incident.',
    query: pageQuery({
      state: choice(INCIDENT_STATE_FILTERS, 'Only incidents that are ongoing, or only resolved ones.'),
      monitorId: Type.String({ minLength: 1, description: 'Only incidents of this monitor; none if it is unknown.' }),
      acknowledged: Type.Boolean({ description: 'Only incidents that are, or are not, acknowledged.' }),
    }),
    response: pageOf('IncidentList', incidentSchema),
  }),
  getIncident: operation({
    ...common,
    id: 'getIncident',
    method: 'GET',
    path: '/api/v1/incidents/{incidentId}',
    summary: 'Get an incident',
    description: 'Returns one incident with the failed attempts that opened it and all that happened since.',
    response: incidentDetailSchema,
  }),
  acknowledgeIncident: operation({
    ...common,
    id: 'acknowledgeIncident',
    method: 'POST',
    path: '/api/v1/incidents/{incidentId}/acknowledge',
    summary: 'Acknowledge an incident',
    description:
      'Marks an ongoing incident as taken note of. Emits `incident.acknowledged`. An acknowledged incident is returned unchanged, also when it is resolved. 409 `conflict` when it was resolved and never acknowledged.',
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: incidentDetailSchema,
    errors: ['conflict'],
  }),
};

import { Type } from 'typebox';
import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import {
  statusIncidentCreateSchema,
  statusIncidentPostSchema,
  statusIncidentSchema,
  STATUS_INCIDENT_STATES,
  statusIncidentUpdateSchema,
} from '../resources/status-incident.ts';
import { choice } from '../schema.ts';

const common = {
  ...ORDINARY,
  service: 'status-page',
  tag: 'Published incidents',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

export const statusIncidentOperations = {
  listStatusIncidents: operation({
    ...common,
    id: 'listStatusIncidents',
    method: 'GET',
    path: '/api/v1/status-incidents',
    summary: 'List published incidents',
    description: 'Lists the incidents that the organization has published, newest first.',
    query: pageQuery({
      statusPageId: Type.String({ minLength: 1, description: 'Only those on this page; none if it is unknown.' }),
      state: choice(STATUS_INCIDENT_STATES, 'Only those in this state.'),
    }),
    response: pageOf('StatusIncidentList', statusIncidentSchema),
    maxAnswerBytes: ANSWER_BYTES.pieces,
  }),
  createStatusIncident: operation({
    ...common,
    id: 'createStatusIncident',
    method: 'POST',
    path: '/api/v1/status-incidents',
    summary: 'Publish an incident',
    description:
      'Publishes an incident on status pages; `message` becomes its first update. Created as RESOLVED it tells of something past. Emits `status_incident.published`, and `status_incident.resolved` as well when it is RESOLVED.',
    body: statusIncidentCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: statusIncidentSchema,
    maxAnswerBytes: ANSWER_BYTES.pieces,
    status: 201,
  }),
  getStatusIncident: operation({
    ...common,
    id: 'getStatusIncident',
    method: 'GET',
    path: '/api/v1/status-incidents/{statusIncidentId}',
    summary: 'Get a published incident',
    description: 'Returns one published incident with its updates, newest first.',
    response: statusIncidentSchema,
    maxAnswerBytes: ANSWER_BYTES.pieces,
  }),
  updateStatusIncident: operation({
    ...common,
    id: 'updateStatusIncident',
    method: 'PATCH',
    path: '/api/v1/status-incidents/{statusIncidentId}',
    summary: 'Edit a published incident',
    description:
      'Changes the fields that are sent. The state moves only by posting an update, so that the timeline tells the truth: `state` here is a 400. Emits `status_incident.updated`.',
    body: statusIncidentUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: statusIncidentSchema,
    maxAnswerBytes: ANSWER_BYTES.pieces,
    refusedFields: {
      state: 'moves only by posting an update (POST …/updates)',
      message: 'is told by posting an update (POST …/updates)',
    },
  }),
  deleteStatusIncident: operation({
    ...common,
    id: 'deleteStatusIncident',
    method: 'DELETE',
    path: '/api/v1/status-incidents/{statusIncidentId}',
    summary: 'Delete a published incident',
    description: 'Deletes a published incident with its updates; it vanishes from its status pages.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  createStatusIncidentUpdate: operation({
    ...common,
    id: 'createStatusIncidentUpdate',
    method: 'POST',
    path: '/api/v1/status-incidents/{statusIncidentId}/updates',
    summary: 'Post an incident update',
    description:
      'Tells the public the news and moves the incident to `state`. RESOLVED sets `resolvedAt` to the time of the update and emits `status_incident.resolved`; any other state emits `status_incident.updated` and reopens a resolved incident. Returns the published incident.',
    body: statusIncidentPostSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: statusIncidentSchema,
    maxAnswerBytes: ANSWER_BYTES.pieces,
    status: 201,
  }),
};

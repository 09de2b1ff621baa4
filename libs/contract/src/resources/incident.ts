import { Type, type Static } from 'typebox';
import { choice, creationBody, nullable, timestamp } from '../schema.ts';
import { MONITOR_TYPES } from './monitor.ts';

export const INCIDENT_TIMELINE_TYPES = [
  'OPENED',
  'CAUSE_CHANGED',
  'ACKNOWLEDGED',
  'ALERT_SENT',
  'ALERT_FAILED',
  'ALERT_SUPPRESSED',
  'RESOLVED',
  'NOTE',
] as const;

export const INCIDENT_STATE_FILTERS = ['ONGOING', 'RESOLVED'] as const;

const listFields = {
  id: Type.String({ description: 'The id of the incident.' }),
  monitor: Type.Object(
    {
      id: Type.String({ description: 'The id of the monitor.' }),
      name: Type.String({ description: 'The present name of the monitor.' }),
      type: choice(MONITOR_TYPES, 'What the monitor checks.'),
    },
    { title: 'IncidentMonitor', description: 'The monitor whose checks failed.' },
  ),
  startedAt: timestamp('When the first attempt failed.'),
  resolvedAt: nullable(timestamp('When the outage ended; null while it is ongoing.')),
  durationSec: nullable(Type.Integer({ description: 'How many seconds it lasted; null while it is ongoing.' })),
  cause: nullable(Type.String({ description: 'Why the check failed, in one sentence a person acts on.' })),
  acknowledged: Type.Boolean({ description: 'Whether somebody has taken note.' }),
};

export const incidentSchema = Type.Object(listFields, {
  title: 'Incident',
  description: 'An outage that was detected from failed checks.',
});

const phaseMs = (description: string) => nullable(Type.Integer({ description }));

export const phasesSchema = Type.Object(
  {
    dns: phaseMs('Looking up the name.'),
    connect: phaseMs('Opening the connection.'),
    tls: phaseMs('The TLS handshake.'),
    firstByte: phaseMs('From the request to the first byte of the answer.'),
    total: phaseMs('The whole attempt.'),
  },
  { title: 'IncidentPhases', description: 'Where the time went, in milliseconds; null for what was not reached.' },
);

const attemptFields = {
  checkedAt: timestamp('When the attempt was made.'),
  worker: Type.String({ description: 'Who made the attempt.' }),
  region: Type.String({ description: 'Where it was made from.' }),
  error: Type.String({ description: 'What failed.' }),
  statusCode: nullable(Type.Integer({ description: 'The HTTP status, if there was an answer.' })),
  responseMs: nullable(Type.Integer({ description: 'How long the answer took, if there was one.' })),
  phases: phasesSchema,
};

const evidenceSchema = Type.Object(attemptFields, { title: 'IncidentEvidence', description: 'A failed attempt.' });

export const attemptSchema = Type.Object(
  { ...attemptFields, error: nullable(Type.String({ description: 'What failed; null when the attempt succeeded.' })) },
  { title: 'CheckAttempt', description: 'One try to reach a target.' },
);

const timelineEntrySchema = Type.Object(
  {
    at: timestamp('When it happened.'),
    type: choice(INCIDENT_TIMELINE_TYPES, 'What happened.'),
    message: Type.String({ description: 'The same, for people.' }),
  },
  { title: 'IncidentTimelineEntry', description: 'Something that happened in the course of an incident.' },
);

export const incidentDetailSchema = Type.Object(
  {
    ...listFields,
    acknowledgedAt: nullable(timestamp('When the incident was acknowledged.')),
    maintenance: Type.Boolean({
      description: 'Whether it was opened inside a maintenance window, and alert contacts were not told.',
    }),
    evidence: Type.Array(evidenceSchema, { description: 'The failed attempts that opened the incident.' }),
    timeline: Type.Array(timelineEntrySchema, { description: 'What happened since, oldest first.' }),
  },
  { title: 'IncidentDetail', description: 'An incident with its evidence and its timeline.' },
);

/** Long enough for a command with its output; an incident has room for many. */
export const MAX_NOTE_CHARACTERS = 2_000;

export const incidentNoteBody = creationBody({
  title: 'IncidentNoteCreate',
  description: 'A note for everybody who works on an incident.',
  fields: {
    text: Type.String({ minLength: 1, maxLength: MAX_NOTE_CHARACTERS, description: 'What others should know.' }),
  },
  required: ['text'],
});

export type Incident = Static<typeof incidentSchema>;
export type IncidentDetail = Static<typeof incidentDetailSchema>;
export type IncidentEvidence = Static<typeof evidenceSchema>;
export type IncidentTimelineEntry = Static<typeof timelineEntrySchema>;
export type IncidentTimelineType = (typeof INCIDENT_TIMELINE_TYPES)[number];

import { Type, type Static } from 'typebox';
import { changeBody, choice, creationBody, idList, nullable, timestamp, timestampInput } from '../schema.ts';

export const STATUS_INCIDENT_STATES = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const;
export const STATUS_INCIDENT_IMPACTS = ['NONE', 'MINOR', 'MAJOR', 'CRITICAL'] as const;

const ABOUT = {
  title: 'What is wrong, in a few words.',
  state: 'How far you are with it.',
  impact: 'How bad it is; an ongoing one raises the state of its pages.',
  statusPageIds: 'The status pages on which it is published.',
  monitorIds: 'The monitors that it concerns.',
  startedAt: 'When it began; not in the future.',
  publishedAt:
    'When it was published and its message told, for history that is brought along; not in the future. Left out: now.',
  toldAt:
    'When it was told, for history that is brought along; not in the future, and not before the update before it. Left out: now.',
  message: 'What to tell the public, in Markdown; shown as sanitised HTML.',
};

const message = Type.String({ minLength: 1, maxLength: 10_000, description: ABOUT.message });

/** The fields that can also be edited later. */
const fields = {
  title: Type.String({ minLength: 1, maxLength: 200, description: ABOUT.title }),
  impact: choice(STATUS_INCIDENT_IMPACTS, ABOUT.impact),
  statusPageIds: idList(ABOUT.statusPageIds, { minItems: 1, maxItems: 20 }),
  monitorIds: idList(ABOUT.monitorIds, { maxItems: 200 }),
  startedAt: timestampInput(ABOUT.startedAt),
};

export const statusIncidentCreateSchema = creationBody({
  title: 'StatusIncidentCreate',
  description:
    'An incident to publish; `message` becomes its first update. `startedAt` left out: when it was published.',
  fields: {
    ...fields,
    state: choice(STATUS_INCIDENT_STATES, ABOUT.state),
    message,
    createdAt: timestampInput(ABOUT.publishedAt),
  },
  required: ['title', 'message', 'statusPageIds'],
  defaults: { state: 'INVESTIGATING' as const, impact: 'MINOR' as const, monitorIds: [] },
});

export const statusIncidentPostSchema = creationBody({
  title: 'StatusIncidentPost',
  description: 'News of a published incident.',
  fields: { state: choice(STATUS_INCIDENT_STATES, ABOUT.state), message, createdAt: timestampInput(ABOUT.toldAt) },
  required: ['state', 'message'],
});

const updateEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the update.' }),
    state: choice(STATUS_INCIDENT_STATES, 'The state that it moved the incident to.'),
    message: Type.String({ description: ABOUT.message }),
    createdAt: timestamp('When it was posted.'),
  },
  { title: 'StatusIncidentEntry', description: 'One update of a published incident.' },
);

export const statusIncidentSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the published incident.' }),
    title: Type.String({ description: ABOUT.title }),
    state: choice(STATUS_INCIDENT_STATES, ABOUT.state),
    impact: choice(STATUS_INCIDENT_IMPACTS, ABOUT.impact),
    statusPageIds: Type.Array(Type.String(), { description: ABOUT.statusPageIds }),
    monitorIds: Type.Array(Type.String(), { description: ABOUT.monitorIds }),
    startedAt: timestamp('When it began.'),
    resolvedAt: nullable(timestamp('When it was resolved; null while it is ongoing or reopened.')),
    updates: Type.Array(updateEntrySchema, { description: 'What was told, newest first.' }),
    createdAt: timestamp('When it was published.'),
    updatedAt: timestamp('When it was last edited or updated.'),
  },
  { title: 'StatusIncident', description: 'An incident that you wrote and published on status pages.' },
);

export const statusIncidentUpdateSchema = changeBody({
  title: 'StatusIncidentUpdate',
  fields,
  resource: statusIncidentSchema,
  refused: ['state'],
});

export const markdownPreviewBody = creationBody({
  title: 'MarkdownPreviewCreate',
  description: 'A message that is not published.',
  fields: { message },
  required: ['message'],
});

export const markdownPreviewSchema = Type.Object(
  { html: Type.String({ description: 'The message as status pages show it: sanitised HTML.' }) },
  { title: 'MarkdownPreview', description: 'A message as the public would see it.' },
);

export type StatusIncident = Static<typeof statusIncidentSchema>;
export type StatusIncidentEntry = Static<typeof updateEntrySchema>;
export type StatusIncidentCreate = Static<typeof statusIncidentCreateSchema>;
export type StatusIncidentUpdate = Static<typeof statusIncidentUpdateSchema>;
export type StatusIncidentPost = Static<typeof statusIncidentPostSchema>;
export type StatusIncidentState = (typeof STATUS_INCIDENT_STATES)[number];
export type StatusIncidentImpact = (typeof STATUS_INCIDENT_IMPACTS)[number];

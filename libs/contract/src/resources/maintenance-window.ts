import { Type, type Static } from 'typebox';
import { changeBody, choice, creationBody, idList, nullable, timestamp, timestampInput } from '../schema.ts';

export const MAINTENANCE_STATES = ['SCHEDULED', 'ACTIVE', 'COMPLETED'] as const;
export const RECURRENCE_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const ABOUT = {
  title: 'What is being done.',
  description: 'More about it, for the public.',
  startsAt: 'When it starts, or its first occurrence does.',
  endsAt: 'When that ends: after startsAt, at most 31 days after it, and in the future when the window is created.',
  recurrence:
    'How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last.',
  frequency: 'The unit in which it repeats.',
  interval: 'Every how many of these.',
  weekdays: 'The days of a WEEKLY recurrence; none: the weekday of startsAt. Must be empty for the others.',
  until: 'No occurrence starts after this time; null: it repeats for ever.',
  timezone: 'The IANA time zone of the wall time.',
  monitorIds: 'The monitors whose alerts are suppressed.',
  statusPageIds: 'The status pages on which it is shown.',
};

const recurrenceFields = {
  frequency: choice(RECURRENCE_FREQUENCIES, ABOUT.frequency),
  interval: Type.Integer({ minimum: 1, maximum: 12, description: ABOUT.interval }),
  weekdays: Type.Array(choice(WEEKDAYS, 'A day of the week.'), {
    maxItems: 7,
    uniqueItems: true,
    description: ABOUT.weekdays,
  }),
  until: nullable(timestampInput(ABOUT.until)),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: ABOUT.timezone }),
};

/** A recurrence is always replaced as a whole, so its defaults hold on PATCH too. */
const recurrenceInputSchema = creationBody({
  title: 'RecurrenceInput',
  description: ABOUT.recurrence,
  fields: recurrenceFields,
  required: ['frequency'],
  defaults: { interval: 1, weekdays: [], until: null, timezone: 'UTC' },
});

const fields = {
  title: Type.String({ minLength: 1, maxLength: 200, description: ABOUT.title }),
  description: nullable(Type.String({ maxLength: 5000, description: ABOUT.description })),
  startsAt: timestampInput(ABOUT.startsAt),
  endsAt: timestampInput(ABOUT.endsAt),
  recurrence: nullable(recurrenceInputSchema),
  monitorIds: idList(ABOUT.monitorIds, { minItems: 1, maxItems: 500 }),
  statusPageIds: idList(ABOUT.statusPageIds, { maxItems: 20 }),
};

export const maintenanceWindowCreateSchema = creationBody({
  title: 'MaintenanceWindowCreate',
  description: 'A new maintenance window.',
  fields,
  required: ['title', 'startsAt', 'endsAt', 'monitorIds'],
  defaults: { description: null, recurrence: null, statusPageIds: [] },
});

const recurrenceSchema = Type.Object(
  {
    frequency: choice(RECURRENCE_FREQUENCIES, ABOUT.frequency),
    interval: Type.Integer({ description: ABOUT.interval }),
    weekdays: Type.Array(choice(WEEKDAYS, 'A day of the week.'), { description: ABOUT.weekdays }),
    until: nullable(timestamp(ABOUT.until)),
    timezone: Type.String({ description: ABOUT.timezone }),
  },
  { title: 'Recurrence', description: ABOUT.recurrence },
);

const occurrenceSchema = Type.Object(
  { startsAt: timestamp('When it starts.'), endsAt: timestamp('When it ends.') },
  { title: 'Occurrence', description: 'The current occurrence, or else the next one; null when none is left.' },
);

export const maintenanceWindowSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the maintenance window.' }),
    title: Type.String({ description: ABOUT.title }),
    description: nullable(Type.String({ description: ABOUT.description })),
    state: choice(MAINTENANCE_STATES, 'ACTIVE during an occurrence, COMPLETED when none is left, SCHEDULED otherwise.'),
    startsAt: timestamp(ABOUT.startsAt),
    endsAt: timestamp(ABOUT.endsAt),
    recurrence: nullable(recurrenceSchema),
    occurrence: nullable(occurrenceSchema),
    monitorIds: Type.Array(Type.String(), { description: ABOUT.monitorIds }),
    statusPageIds: Type.Array(Type.String(), { description: ABOUT.statusPageIds }),
    createdAt: timestamp('When the window was created.'),
    updatedAt: timestamp('When the window was last changed.'),
  },
  { title: 'MaintenanceWindow', description: 'A planned time in which alerts are suppressed.' },
);

export const maintenancePreviewBody = creationBody({
  title: 'MaintenancePreviewCreate',
  description: 'The times of a maintenance window that is not stored.',
  fields: {
    startsAt: fields.startsAt,
    endsAt: fields.endsAt,
    recurrence: fields.recurrence,
    from: nullable(timestampInput('Occurrences that end after this time; null: now.')),
    count: Type.Integer({ minimum: 1, maximum: 50, description: 'How many occurrences to return at most.' }),
  },
  required: ['startsAt', 'endsAt'],
  defaults: { recurrence: null, from: null, count: 5 },
});

export const maintenancePreviewSchema = Type.Object(
  {
    occurrences: Type.Array(
      Type.Object(
        { startsAt: timestamp('When it starts.'), endsAt: timestamp('When it ends.') },
        { title: 'PlannedOccurrence', description: 'A time at which the window takes place.' },
      ),
      { description: 'The occurrence at that time and the next ones; none when the window is over by then.' },
    ),
  },
  { title: 'MaintenancePreview', description: 'When a maintenance window would take place.' },
);

export const maintenanceWindowUpdateSchema = changeBody({
  title: 'MaintenanceWindowUpdate',
  fields,
  resource: maintenanceWindowSchema,
});

export type MaintenanceWindow = Static<typeof maintenanceWindowSchema>;
export type MaintenanceWindowCreate = Static<typeof maintenanceWindowCreateSchema>;
export type MaintenanceWindowUpdate = Static<typeof maintenanceWindowUpdateSchema>;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];
export type Recurrence = Static<typeof recurrenceSchema>;
export type Occurrence = Static<typeof occurrenceSchema>;
export type Weekday = (typeof WEEKDAYS)[number];

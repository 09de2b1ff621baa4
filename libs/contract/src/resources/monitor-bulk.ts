import { Type, type Static } from 'typebox';
import { choice, creationBody, idList } from '../schema.ts';

export const BULK_ACTIONS = ['pause', 'resume', 'delete'] as const;
export const BULK_OUTCOMES = ['PAUSED', 'RESUMED', 'DELETED', 'UNCHANGED', 'NOT_FOUND'] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

export const monitorBulkSchema = creationBody({
  title: 'MonitorBulk',
  description: 'What to do with which monitors.',
  fields: {
    action: choice(BULK_ACTIONS, 'What to do with each of the monitors.'),
    monitorIds: idList('The ids of the monitors.', { minItems: 1, maxItems: 500 }),
  },
  required: ['action', 'monitorIds'],
});

const bulkItemSchema = Type.Object(
  {
    id: Type.String({ description: 'The id that was sent.' }),
    outcome: choice(
      BULK_OUTCOMES,
      'What happened. UNCHANGED: the monitor was paused already, or had nothing to resume. NOT_FOUND: the organization has no such monitor.',
    ),
  },
  { title: 'MonitorBulkItem', description: 'What happened to one monitor.' },
);

export const monitorBulkResultSchema = Type.Object(
  { data: Type.Array(bulkItemSchema, { description: 'One item for each id, in the order in which they were sent.' }) },
  { title: 'MonitorBulkResult', description: 'What happened to each monitor.' },
);

export type MonitorBulkResult = Static<typeof monitorBulkResultSchema>;

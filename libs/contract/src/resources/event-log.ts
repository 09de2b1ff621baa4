import { Type, type Static } from 'typebox';
import { EVENT_TYPES } from '../event-types.ts';
import { choice, timestamp, type JsonSchema } from '../schema.ts';

/** How long the log keeps an event. */
export const EVENT_LOG_DAYS = 30;

const anyType = EVENT_TYPES.map((type) => type.replace('.', String.raw`\.`)).join('|');

const typesSchema: JsonSchema = {
  type: 'string',
  pattern: `^(?:${anyType})(?:,(?:${anyType}))*$`,
  'x-rule': 'event-types',
  description: 'Only events of these types, separated by commas.',
};

/** The query parameter that names several event types. */
export const eventTypesQuery = Type.Unsafe<string>(typesSchema);

export const loggedEventSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the event, which webhook endpoints get as `webhook-id`.' }),
    type: choice(EVENT_TYPES, 'The type of the event.'),
    timestamp: timestamp('When it happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the event is about, exactly as webhook endpoints get it.',
    }),
    cursor: Type.String({ description: 'The place of the event in the log: a reader goes on after it.' }),
  },
  { title: 'LoggedEvent', description: 'An event as webhook endpoints get it, with its place in the log.' },
);

export type LoggedEvent = Static<typeof loggedEventSchema>;

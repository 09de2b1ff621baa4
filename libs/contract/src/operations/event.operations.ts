import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, ORDINARY, type StreamLimit } from '../operation-bounds.ts';
import { EVENT_LOG_DAYS, eventTypesQuery, loggedEventSchema } from '../resources/event-log.ts';
import { cursorPageOf, cursorQuery } from '../resources/pagination.ts';
import { timestampInput } from '../schema.ts';

const STREAM_LIMIT = { perCredential: 5, perOrganization: 50 } as const satisfies StreamLimit;

const common = {
  ...ORDINARY,
  service: 'webhook-dispatcher',
  tag: 'Event log',
  credentials: ['session', 'key'],
  body: undefined,
} as const;

export const eventOperations = {
  listEvents: operation({
    ...common,
    id: 'listEvents',
    method: 'GET',
    path: '/api/console/v1/events',
    summary: 'List events',
    description: `Lists the events of the last ${EVENT_LOG_DAYS} days in the order in which they were logged, oldest first, whether or not a webhook endpoint gets them. A reader who goes on with the \`cursor\` of the last event that it has seen misses none and sees none twice. A cursor that is older than ${EVENT_LOG_DAYS} days, or of another organization, is a 400.`,
    query: cursorQuery({
      types: eventTypesQuery,
      from: timestampInput('Only events that were logged at this time or later; an event is logged at once.'),
    }),
    response: cursorPageOf('EventLog', loggedEventSchema, 'oldest first'),
  }),
  streamEvents: operation({
    ...common,
    limiter: STREAM_LIMIT,
    maxAnswerBytes: ANSWER_BYTES.unread,
    id: 'streamEvents',
    method: 'GET',
    path: '/api/console/v1/events/stream',
    summary: 'Stream events',
    description: `Sends events as they are logged (server-sent events); \`id\` is the cursor, \`data\` the event. With \`Last-Event-ID\`, which browsers send when they connect again, the stream goes on after that event; without it, it begins now. A cursor that is older than ${EVENT_LOG_DAYS} days, or of another organization, is answered with one event \`reset\`: load again what you show, the stream goes on from now. A comment comes every 15 seconds. The stream ends when the credential does, or when more than 1 MB is unread. A credential may have ${STREAM_LIMIT.perCredential} streams, an organization ${STREAM_LIMIT.perOrganization}; one more is 429 \`rate_limited\` with \`Retry-After\`.`,
    query: noQuery,
    response: loggedEventSchema,
    answer: 'event-stream',
  }),
};

import { Type, type Static } from 'typebox';
import { EVENT_TYPES } from '../event-types.ts';
import { choice, creationBody, nullable, timestamp, timestampInput } from '../schema.ts';

export const DELIVERY_STATES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export const ATTEMPT_TRIGGERS = ['SCHEDULED', 'MANUAL'] as const;

const listFields = {
  id: Type.String({ description: 'The id of the delivery.' }),
  endpointId: Type.String({ description: 'The webhook endpoint that it goes to, which may be deleted by now.' }),
  eventId: Type.String({ description: 'The id of the event, sent as `webhook-id` on every attempt.' }),
  eventType: choice(EVENT_TYPES, 'The type of the event.'),
  state: choice(
    DELIVERY_STATES,
    'PENDING while attempts are left, SUCCEEDED once the receiver answered 2xx, FAILED after the last attempt or when the endpoint was disabled or deleted.',
  ),
  attemptCount: Type.Integer({ description: 'How many attempts were made.' }),
  nextAttemptAt: nullable(timestamp('When the next attempt is due; null when none is.')),
  lastAttemptAt: nullable(timestamp('When the newest attempt was made.')),
  lastResponseStatus: nullable(Type.Integer({ description: 'The HTTP status that the newest attempt got.' })),
  completedAt: nullable(timestamp('When it succeeded or failed for good.')),
  createdAt: timestamp('When the delivery was created.'),
};

export const webhookDeliverySchema = Type.Object(listFields, {
  title: 'WebhookDelivery',
  description: 'An event on its way to one webhook endpoint.',
});

const attemptSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the attempt.' }),
    number: Type.Integer({ description: 'Counts from 1.' }),
    trigger: choice(ATTEMPT_TRIGGERS, 'SCHEDULED: due by itself. MANUAL: asked for by `retry` or `test`.'),
    startedAt: timestamp('When it began.'),
    durationMs: Type.Integer({ description: 'How long it took; 0 while its outcome is not known.' }),
    responseStatus: nullable(Type.Integer({ description: 'The HTTP status, if there was an answer.' })),
    responseBody: nullable(Type.String({ description: 'The first 4 KiB of the answer.' })),
    error: nullable(
      Type.String({ description: 'Why it failed, if it did; that its outcome is not known, if it was interrupted.' }),
    ),
  },
  { title: 'WebhookAttempt', description: 'One try of a delivery.' },
);

const payloadSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the event.' }),
    type: choice(EVENT_TYPES, 'The type of the event.'),
    timestamp: timestamp('When it happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the event is about; see the webhook of this type.',
    }),
  },
  { title: 'Event', description: 'The body that is sent to the receiver.' },
);

export const webhookDeliveryDetailSchema = Type.Object(
  {
    ...listFields,
    payload: payloadSchema,
    attempts: Type.Array(attemptSchema, { description: 'Every attempt, oldest first.' }),
  },
  { title: 'WebhookDeliveryDetail', description: 'A delivery with what was sent and every attempt.' },
);

const failedRetryFields = {
  endpointId: Type.Unsafe<string>({ type: 'string', minLength: 1, description: 'The webhook endpoint.' }),
  since: timestampInput('Deliveries that were created from this time on; it lies in the last 30 days.'),
};

export const failedRetryBody = creationBody({
  title: 'FailedRetryCreate',
  description: 'Which failed deliveries are attempted once more.',
  fields: failedRetryFields,
  required: ['endpointId', 'since'],
});

export const failedRetrySchema = Type.Object(
  {
    endpointId: Type.String({ description: 'The webhook endpoint.' }),
    since: timestamp('The deliveries were created at this time or later,'),
    until: timestamp('and before this time, at which the request was accepted.'),
  },
  { title: 'FailedRetry', description: 'Failed deliveries that are attempted once more.' },
);

export type WebhookDelivery = Static<typeof webhookDeliverySchema>;
export type WebhookDeliveryDetail = Static<typeof webhookDeliveryDetailSchema>;
export type WebhookAttempt = Static<typeof attemptSchema>;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type AttemptTrigger = (typeof ATTEMPT_TRIGGERS)[number];

import { Type, type Static } from 'typebox';
import { EVENT_TYPES } from '../event-types.ts';
import { changeBody, choice, creationBody, nullable, timestamp } from '../schema.ts';

export const ENDPOINT_DISABLED_REASONS = ['MANUAL', 'GONE', 'FAILING'] as const;
export const SUBSCRIPTIONS = [...EVENT_TYPES, '*'] as const;

const ABOUT = {
  url: 'The public https address that events are sent to, without credentials in it. A name that resolves to a non-public address is a 400; one that does not resolve right now is accepted.',
  description: 'What it is for.',
  eventTypes: 'The event types to send, or `["*"]` for all, also those of the future.',
  enabled: 'Whether events are sent. Disabling ends the PENDING deliveries as FAILED; enabling clears disabledReason.',
};

const fields = {
  url: Type.String({ minLength: 1, maxLength: 2048, description: ABOUT.url }),
  description: nullable(Type.String({ maxLength: 500, description: ABOUT.description })),
  eventTypes: Type.Array(choice(SUBSCRIPTIONS, 'An event type, or `*`.'), {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description: ABOUT.eventTypes,
  }),
  enabled: Type.Boolean({ description: ABOUT.enabled }),
};

export const webhookEndpointCreateSchema = creationBody({
  title: 'WebhookEndpointCreate',
  description: 'A new webhook endpoint.',
  fields,
  required: ['url', 'eventTypes'],
  defaults: { description: null, enabled: true },
});

const responseFields = {
  id: Type.String({ description: 'The id of the webhook endpoint.' }),
  url: Type.String({ description: ABOUT.url }),
  description: nullable(Type.String({ description: ABOUT.description })),
  eventTypes: Type.Array(choice(SUBSCRIPTIONS, 'An event type, or `*`.'), { description: ABOUT.eventTypes }),
  enabled: Type.Boolean({ description: ABOUT.enabled }),
  disabledReason: nullable(
    choice(
      ENDPOINT_DISABLED_REASONS,
      'Why it is disabled: MANUAL by a request, GONE when the receiver answered 410, FAILING after 5 days of nothing but failures; null while it is enabled.',
    ),
  ),
  previousSecretExpiresAt: nullable(
    timestamp('Until when the secret before the present one signs too; null when none does.'),
  ),
  createdAt: timestamp('When the endpoint was created.'),
  updatedAt: timestamp('When the endpoint was last changed.'),
};

export const webhookEndpointSchema = Type.Object(responseFields, {
  title: 'WebhookEndpoint',
  description: 'An address that events are sent to.',
});

export const webhookEndpointWithSecretSchema = Type.Object(
  {
    ...responseFields,
    secret: Type.String({
      description:
        'The signing secret: `whsec_` and the base64 of 32 bytes. It is shown in this response and its replays, and nowhere else.',
    }),
  },
  { title: 'WebhookEndpointWithSecret', description: 'A webhook endpoint with its new signing secret.' },
);

export const webhookEndpointUpdateSchema = changeBody({
  title: 'WebhookEndpointUpdate',
  fields,
  resource: webhookEndpointWithSecretSchema,
});

export type WebhookEndpoint = Static<typeof webhookEndpointSchema>;
export type WebhookEndpointWithSecret = Static<typeof webhookEndpointWithSecretSchema>;
export type WebhookEndpointCreate = Static<typeof webhookEndpointCreateSchema>;
export type WebhookEndpointUpdate = Static<typeof webhookEndpointUpdateSchema>;
export type EndpointDisabledReason = (typeof ENDPOINT_DISABLED_REASONS)[number];

import { Type } from 'typebox';
import { EVENT_TYPES } from '../event-types.ts';
import { LONG_REQUEST_LIMIT, noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { DELIVERY_STATES, webhookDeliveryDetailSchema, webhookDeliverySchema } from '../resources/webhook-delivery.ts';
import {
  webhookEndpointCreateSchema,
  webhookEndpointSchema,
  webhookEndpointUpdateSchema,
  webhookEndpointWithSecretSchema,
} from '../resources/webhook-endpoint.ts';
import { choice, emptyBody } from '../schema.ts';
import { webhookEndpointFaults } from '../resources/webhook-endpoint-fields.ts';

const endpoints = {
  ...ORDINARY,
  service: 'webhook-dispatcher',
  tag: 'Webhook endpoints',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

const deliveries = { ...endpoints, tag: 'Webhook deliveries' } as const;

// One attempt to a receiver has 15 seconds.
const ATTEMPT_DEADLINE_MS = 20_000;

export const webhookOperations = {
  listWebhookEndpoints: operation({
    ...endpoints,
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/api/v1/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Lists the webhook endpoints of the organization, newest first.',
    query: pageQuery({}),
    response: pageOf('WebhookEndpointList', webhookEndpointSchema),
  }),
  createWebhookEndpoint: operation({
    ...endpoints,
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Subscribes an address to event types. The response, and its replays, are the only place that shows the signing secret, besides rotate-secret. 422 `plan_limit` when the allowance of the plan is used up.',
    body: webhookEndpointCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: webhookEndpointWithSecretSchema,
    status: 201,
    sensitive: true,
    errors: ['plan_limit'],
    refine: webhookEndpointFaults,
  }),
  getWebhookEndpoint: operation({
    ...endpoints,
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/api/v1/webhook-endpoints/{endpointId}',
    summary: 'Get a webhook endpoint',
    description: 'Returns one webhook endpoint, without its secret.',
    response: webhookEndpointSchema,
  }),
  updateWebhookEndpoint: operation({
    ...endpoints,
    id: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/api/v1/webhook-endpoints/{endpointId}',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are sent. `enabled: false` ends the PENDING deliveries as FAILED and sets `disabledReason` to MANUAL; `enabled: true` clears it.',
    body: webhookEndpointUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: webhookEndpointSchema,
    refine: webhookEndpointFaults,
  }),
  deleteWebhookEndpoint: operation({
    ...endpoints,
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/api/v1/webhook-endpoints/{endpointId}',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes a webhook endpoint and ends its PENDING deliveries as FAILED. Its deliveries stay visible for 30 days.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  rotateWebhookEndpointSecret: operation({
    ...endpoints,
    id: 'rotateWebhookEndpointSecret',
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{endpointId}/rotate-secret',
    summary: 'Rotate a signing secret',
    description:
      'Makes a new signing secret and returns it. For 24 hours deliveries are signed with the old and the new one, newest first. 409 `conflict` while 10 secrets are live, until the oldest of them ends.',
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: webhookEndpointWithSecretSchema,
    sensitive: true,
    errors: ['conflict'],
  }),
  testWebhookEndpoint: operation({
    ...endpoints,
    id: 'testWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/webhook-endpoints/{endpointId}/test',
    summary: 'Send a test event',
    description: `Sends a \`webhook.test\` event in one attempt now, whatever the endpoint subscribes to and also when it is disabled, and returns the delivery, whatever the receiver said. It is never retried by itself; a repetition under the same \`Idempotency-Key\`, after a failure on our side, goes on with the same delivery. ${LONG_REQUEST_LIMIT}`,
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: webhookDeliveryDetailSchema,
    deadlineMs: ATTEMPT_DEADLINE_MS,
    lane: 'long',
  }),
  listWebhookDeliveries: operation({
    ...deliveries,
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/api/v1/webhook-deliveries',
    summary: 'List webhook deliveries',
    description: 'Lists the deliveries of the last 30 days, newest first, also those of deleted endpoints.',
    query: pageQuery({
      endpointId: Type.String({ minLength: 1, description: 'Only those to this endpoint; none if it is unknown.' }),
      eventType: choice(EVENT_TYPES, 'Only those of this event type.'),
      state: choice(DELIVERY_STATES, 'Only those in this state.'),
    }),
    response: pageOf('WebhookDeliveryList', webhookDeliverySchema),
  }),
  getWebhookDelivery: operation({
    ...deliveries,
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/api/v1/webhook-deliveries/{deliveryId}',
    summary: 'Get a delivery and its attempts',
    description: 'Returns one delivery with what was sent and every attempt.',
    response: webhookDeliveryDetailSchema,
  }),
  retryWebhookDelivery: operation({
    ...deliveries,
    id: 'retryWebhookDelivery',
    method: 'POST',
    path: '/api/v1/webhook-deliveries/{deliveryId}/retry',
    summary: 'Retry a delivery',
    description: `Makes one more attempt now, in any state, and returns the delivery. A success succeeds the delivery; a failure leaves its state and schedule as they were. 409 \`conflict\` while an attempt is in flight, or when the endpoint is deleted or disabled. ${LONG_REQUEST_LIMIT}`,
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: webhookDeliveryDetailSchema,
    errors: ['conflict'],
    deadlineMs: ATTEMPT_DEADLINE_MS,
    lane: 'long',
  }),
};

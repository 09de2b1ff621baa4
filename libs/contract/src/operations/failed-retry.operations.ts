import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { failedRetryBody, failedRetrySchema } from '../resources/webhook-delivery.ts';

export const failedRetryOperations = {
  retryFailedWebhookDeliveries: operation({
    ...ORDINARY,
    id: 'retryFailedWebhookDeliveries',
    method: 'POST',
    path: '/api/console/v1/webhook-deliveries/retry-failed',
    service: 'webhook-dispatcher',
    tag: 'Webhook deliveries',
    summary: 'Retry failed deliveries',
    description:
      'Makes one more attempt of every FAILED delivery to an endpoint that was created since a time, in the order of their creation. A delivery is PENDING until its attempt has ended; a success succeeds it, a failure leaves it FAILED. The attempts are made in the background, at the pace of the endpoint. 409 `conflict` when the endpoint is disabled.',
    query: noQuery,
    body: failedRetryBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: failedRetrySchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
    status: 202,
    errors: ['conflict'],
  }),
};

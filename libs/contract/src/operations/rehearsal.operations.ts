import { noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { rehearsalSchema } from '../resources/rehearsal.ts';
import { emptyBody } from '../schema.ts';

export const rehearsalOperations = {
  startRehearsal: operation({
    ...ORDINARY,
    id: 'startRehearsal',
    method: 'POST',
    path: '/api/console/v1/rehearsals',
    service: 'incident',
    tag: 'Alerts',
    summary: 'Start a rehearsal',
    description:
      'Sends a message that is labelled as a test to every alert contact, and a `webhook.test` event to every webhook endpoint, in one attempt each. Status pages have no subscribers: nobody who reads them is told. The answer says who they are; read the rehearsal again until it is DONE. 409 `conflict` within an hour of the last one.',
    query: noQuery,
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: rehearsalSchema,
    status: 202,
    role: 'ADMIN',
    errors: ['conflict'],
  }),
  getRehearsal: operation({
    ...ORDINARY,
    id: 'getRehearsal',
    method: 'GET',
    path: '/api/console/v1/rehearsals/{rehearsalId}',
    service: 'incident',
    tag: 'Alerts',
    summary: 'Get a rehearsal',
    description: 'Returns what a rehearsal has found so far. It is kept for 30 days.',
    query: noQuery,
    body: undefined,
    response: rehearsalSchema,
  }),
};

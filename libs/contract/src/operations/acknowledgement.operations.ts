import type { CallLimit } from '../call-limit.ts';
import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { acknowledgementBody, acknowledgementSchema } from '../resources/acknowledgement.ts';

const TRIES_PER_HOUR = 60;

/** Both operations are counted together. */
const tries: CallLimit = { most: TRIES_PER_HOUR, withinSeconds: 3_600, of: 'address', name: 'acknowledgements' };

const common = {
  ...ORDINARY,
  service: 'incident',
  tag: 'Incidents',
  credentials: ['none'],
  role: null,
  query: noQuery,
  body: acknowledgementBody,
  maxBodyBytes: BODY_BYTES.brief,
  response: acknowledgementSchema,
  maxAnswerBytes: ANSWER_BYTES.brief,
  errors: ['conflict'],
  limiter: tries,
} as const;

const WHEN = `The token works for 7 days at most, while the outage lasts and the contact exists: an outage that is over is 409 \`conflict\`, any other token 401 \`unauthorized\`. An address may try ${TRIES_PER_HOUR} tokens an hour; one more is 429 \`rate_limited\` with \`Retry-After\`.`;

export const acknowledgementOperations = {
  viewAcknowledgement: operation({
    ...common,
    id: 'viewAcknowledgement',
    method: 'POST',
    path: '/api/console/v1/acknowledgements/view',
    effect: 'read',
    summary: 'See what a link in an alert acknowledges',
    description: `Returns the outage that the token of the link is about. Nothing changes. ${WHEN}`,
  }),
  createAcknowledgement: operation({
    ...common,
    id: 'createAcknowledgement',
    method: 'POST',
    path: '/api/console/v1/acknowledgements',
    summary: 'Acknowledge an outage by a link in an alert',
    description: `Acknowledges the outage in the name of the contact that got the alert. An outage that is acknowledged already stays as it is. ${WHEN}`,
  }),
};

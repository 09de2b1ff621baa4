import { LONG_REQUEST_LIMIT, noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { emptyBody } from '../schema.ts';
import { ORGANIZATION_LIMITS } from '../values/organization-limits.ts';
import {
  alertContactCreateSchema,
  alertContactSchema,
  alertContactUpdateSchema,
  createdAlertContactSchema,
  monitorAlertContactsPutSchema,
  monitorAlertContactsSchema,
} from '../resources/alert-contact.ts';
import { contactTestSchema } from '../resources/contact-test.ts';
import { contactConfirmationBody, contactConfirmationSchema } from '../resources/contact-confirmation.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';

/** Each creation may mail to an address that the organization does not own. */
const CREATIONS_PER_HOUR = 60;
const TRIES_PER_HOUR = 60;
const TESTS_PER_HOUR = 5;
/** An attempt ends within 12 s; the rest is for a slow database. */
const TEST_DEADLINE_MS = 20_000;

const common = {
  ...ORDINARY,
  service: 'incident',
  tag: 'Alert contacts',
  credentials: ['session', 'key'],
  query: noQuery,
  body: undefined,
} as const;

export const alertContactOperations = {
  listAlertContacts: operation({
    ...common,
    id: 'listAlertContacts',
    method: 'GET',
    path: '/api/console/v1/alert-contacts',
    summary: 'List alert contacts',
    description: 'Lists the alert contacts of the organization, newest first.',
    query: pageQuery({}),
    response: pageOf('AlertContactList', alertContactSchema),
  }),
  createAlertContact: operation({
    ...common,
    id: 'createAlertContact',
    method: 'POST',
    path: '/api/console/v1/alert-contacts',
    summary: 'Create an alert contact',
    description: `Adds a contact, which is attached to the existing monitors that are named and to every later one. A mail address that belongs to no member hears nothing before its owner confirms by a link that is mailed to it. An address that cannot be alerted is a 400 at \`to\`, the type EMAIL on an installation without a mail server a 400 at \`type\`, a token that is missing or malformed a 400 at \`secret\`. 409 \`conflict\` if the organization has ${ORGANIZATION_LIMITS['alert contacts']} contacts. An organization can create ${CREATIONS_PER_HOUR} contacts an hour; one more is 429 \`rate_limited\` with \`Retry-After\`.`,
    body: alertContactCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: createdAlertContactSchema,
    status: 201,
    sensitive: true,
    limiter: { most: CREATIONS_PER_HOUR, withinSeconds: 3_600, of: 'organization' },
    errors: ['conflict'],
    lane: 'heavy',
  }),
  confirmAlertContact: operation({
    ...common,
    id: 'confirmAlertContact',
    method: 'POST',
    path: '/api/console/v1/alert-contact-confirmations',
    credentials: ['none'],
    role: null,
    summary: 'Confirm the mail address of an alert contact',
    description: `Lets alerts go to the address that the link was mailed to. The link works once, within 7 days, while the contact exists; any other token is 401 \`unauthorized\`. An address may try ${TRIES_PER_HOUR} tokens an hour; one more is 429 \`rate_limited\` with \`Retry-After\`.`,
    body: contactConfirmationBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: contactConfirmationSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
    limiter: { most: TRIES_PER_HOUR, withinSeconds: 3_600, of: 'address' },
  }),
  getAlertContact: operation({
    ...common,
    id: 'getAlertContact',
    method: 'GET',
    path: '/api/console/v1/alert-contacts/{contactId}',
    summary: 'Get an alert contact',
    description: 'Returns one alert contact.',
    response: alertContactSchema,
  }),
  updateAlertContact: operation({
    ...common,
    id: 'updateAlertContact',
    method: 'PATCH',
    path: '/api/console/v1/alert-contacts/{contactId}',
    summary: 'Update an alert contact',
    description:
      'Changes the fields that are sent. What the contact is told of ongoing outages is decided again at once.',
    body: alertContactUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: alertContactSchema,
    sensitive: true,
    lane: 'heavy',
  }),
  testAlertContact: operation({
    ...common,
    id: 'testAlertContact',
    method: 'POST',
    path: '/api/console/v1/alert-contacts/{contactId}/test',
    summary: 'Test an alert contact',
    description: `Sends a message that is labelled as a test, in one attempt now, and says what the receiver answered. A mail address that nobody has confirmed gets the link to confirm it once more instead. PAGERDUTY opens an incident for the test, which ends at once. No message is sent twice for one \`Idempotency-Key\`: if an earlier run was interrupted, \`answer\` says that nobody knows whether the message arrived. A contact can be tested ${TESTS_PER_HOUR} times an hour; one more is 429 \`rate_limited\` with \`Retry-After\`. ${LONG_REQUEST_LIMIT}`,
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: contactTestSchema,
    deadlineMs: TEST_DEADLINE_MS,
    lane: 'long',
    limiter: { most: TESTS_PER_HOUR, withinSeconds: 3_600, of: 'resource' },
  }),
  deleteAlertContact: operation({
    ...common,
    id: 'deleteAlertContact',
    method: 'DELETE',
    path: '/api/console/v1/alert-contacts/{contactId}',
    summary: 'Delete an alert contact',
    description: 'Removes a contact. Unsent alerts to it are cancelled.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  getMonitorAlertContacts: operation({
    ...common,
    id: 'getMonitorAlertContacts',
    method: 'GET',
    path: '/api/console/v1/monitors/{monitorId}/alert-contacts',
    summary: 'Get the alert contacts of a monitor',
    description: 'Returns the contacts that are attached to the monitor.',
    response: monitorAlertContactsSchema,
  }),
  setMonitorAlertContacts: operation({
    ...common,
    id: 'setMonitorAlertContacts',
    method: 'PUT',
    path: '/api/console/v1/monitors/{monitorId}/alert-contacts',
    summary: 'Set the alert contacts of a monitor',
    description: 'Attaches exactly these contacts to the monitor. An unknown contact is a 400 at its place.',
    body: monitorAlertContactsPutSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorAlertContactsSchema,
  }),
};

import { noQuery, operation } from '../operation.ts';
import { ORGANIZATION_LIMITS } from '../organization-limits.ts';
import {
  alertContactCreateSchema,
  alertContactSchema,
  alertContactUpdateSchema,
  createdAlertContactSchema,
  monitorAlertContactsPutSchema,
  monitorAlertContactsSchema,
} from '../resources/alert-contact.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';

const common = {
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
    description: `Adds a contact, which is attached to the existing monitors that are named and to every later one. An address that cannot be alerted is a 400 at \`to\`, a token that is missing or malformed a 400 at \`secret\`. 409 \`conflict\` if the organization has ${ORGANIZATION_LIMITS['alert contacts']} contacts.`,
    body: alertContactCreateSchema,
    response: createdAlertContactSchema,
    status: 201,
    sensitive: true,
    errors: ['conflict'],
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
    response: alertContactSchema,
    sensitive: true,
  }),
  deleteAlertContact: operation({
    ...common,
    id: 'deleteAlertContact',
    method: 'DELETE',
    path: '/api/console/v1/alert-contacts/{contactId}',
    summary: 'Delete an alert contact',
    description: 'Removes a contact. Unsent alerts to it are cancelled.',
    response: deletedSchema,
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
    response: monitorAlertContactsSchema,
  }),
};

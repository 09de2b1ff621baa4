import { Type, type Static } from 'typebox';
import { CONTACT_TYPES } from '../contact-type.ts';
import { changeBody, choice, creationBody, idList, nullable, timestamp } from '../schema.ts';

const MAX_MONITORS = 500;
const MAX_CONTACTS = 500;

const about = {
  type: 'EMAIL by mail; WEBHOOK by a Slack-compatible message that is posted to an https address.',
  name: 'Shown in place of the address.',
  to: 'A mail address, or the https address that messages are posted to.',
};

const nameField = nullable(Type.String({ minLength: 1, maxLength: 120, description: about.name }));

export const alertContactCreateSchema = creationBody({
  title: 'AlertContactCreate',
  description: 'A new alert contact. It is attached to every monitor that is created later.',
  fields: {
    type: choice(CONTACT_TYPES, about.type),
    to: Type.String({ minLength: 1, maxLength: 2048, description: about.to }),
    name: nameField,
    monitorIds: nullable(
      idList('The existing monitors to attach it to; null: all of them.', { maxItems: MAX_MONITORS }),
    ),
  },
  required: ['type', 'to'],
  defaults: { name: null, monitorIds: null },
});

export const alertContactSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the alert contact.' }),
    type: choice(CONTACT_TYPES, about.type),
    name: nullable(Type.String({ description: about.name })),
    to: Type.String({ description: `${about.to} Masked for the role VIEWER.` }),
    createdAt: timestamp('When the contact was created.'),
  },
  { title: 'AlertContact', description: 'Who is told when a monitor goes down and when it is up again.' },
);

export const alertContactUpdateSchema = changeBody({
  title: 'AlertContactUpdate',
  fields: { name: nameField },
  resource: alertContactSchema,
});

export const monitorAlertContactsSchema = Type.Object(
  {
    contactIds: Type.Array(Type.String(), { description: 'The ids of the contacts that are told about the monitor.' }),
  },
  { title: 'MonitorAlertContacts', description: 'The alert contacts that are attached to a monitor.' },
);

export const monitorAlertContactsPutSchema = creationBody({
  title: 'MonitorAlertContactsPut',
  description: 'The alert contacts that a monitor is to have; those left out are detached.',
  fields: { contactIds: idList('The ids of the contacts.', { maxItems: MAX_CONTACTS }) },
  required: ['contactIds'],
});

export type AlertContactAnswer = Static<typeof alertContactSchema>;

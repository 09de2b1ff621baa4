import { Type, type Static } from 'typebox';
import {
  CONTACT_STATES,
  CONTACT_TYPES,
  EXPIRY_DAYS,
  MAX_DELAY_MINUTES,
  NOTIFY_ON,
  REMINDER_MINUTES,
} from '../values/contact-type.ts';
import { changeBody, choice, creationBody, idList, nullable, timestamp } from '../schema.ts';
import { MONITOR_TYPES } from './monitor.ts';

const MAX_MONITORS = 500;
const MAX_CONTACTS = 500;

const ABOUT = {
  type: 'EMAIL by mail; WEBHOOK by an event of Standard Webhooks (`alert.opened`, `alert.reminded`, `alert.acknowledged`, `alert.resolved`, `alert.test`); the others by the service of that name. SLACK takes addresses of Slack-compatible receivers too, TEAMS those of a workflow.',
  name: 'Shown in place of the address.',
  to: 'EMAIL: a mail address. WEBHOOK, SLACK, DISCORD, TEAMS: the https address that messages are posted to. TELEGRAM: the id of a chat, or the @name of a channel. PAGERDUTY: the integration key of 32 characters. NTFY: the https address of a topic.',
  state:
    'UNCONFIRMED: the contact hears nothing before the owner of its mail address confirms by a link that we have mailed. Addresses of members, and contacts that the operator adds, are ACTIVE at once; so are all types but EMAIL.',
  secret:
    'TELEGRAM: the token of the bot, required. NTFY: an access token, if the topic needs one. WEBHOOK: the signing secret, `whsec_` and base64; made if it is left out. Not allowed for the others.',
  shownSecret:
    'The signing secret of a WEBHOOK contact. It is shown in this response and its replays, and nowhere else. Null for all other types.',
  notifyOn:
    'What the contact is told beside outages and their ends, which it is always told; by default EXPIRY alone. EXPIRY: that a certificate or the registration of a domain expires. DEGRADED: that a monitor has been DEGRADED for 5 minutes, and when that is over. ACKNOWLEDGED: that somebody has acknowledged an outage of which it was told; PAGERDUTY is always told.',
  monitorTypes: 'The types of monitors that it is told of; null: all.',
  remindEveryMinutes:
    'How often it is reminded of an outage that nobody has acknowledged; null: never. By default 60, and null for WEBHOOK and PAGERDUTY.',
  delayMinutes: 'How long after the alert became due it is told, if nobody has acknowledged the outage by then.',
  quietHours:
    'When it is not told: what goes on is told when they are over, what came and went in them is not. Null: there are none.',
  expiryDays:
    'How many days before a certificate or a registration expires it is told, once at each of them; by default 14 and 3. If several have passed when the date becomes known, it is told once.',
  lastOutcome:
    'What became of its last message, an alert or a test. While an alert is tried again, that alert counts. Null: it has had none that is still known.',
  from: 'The local time at which they begin, such as 22:00.',
  until: 'The local time at which they end; before `from`: on the next day.',
  timezone: 'The IANA time zone of both times.',
};

const clock = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rule': 'local-time',
    description,
  });

const quietHoursSchema = Type.Object(
  {
    from: clock(ABOUT.from),
    to: clock(ABOUT.until),
    timezone: Type.String({ minLength: 1, maxLength: 64, description: ABOUT.timezone }),
  },
  { title: 'QuietHours', description: ABOUT.quietHours, additionalProperties: false },
);

const settings = {
  notifyOn: Type.Array(choice(NOTIFY_ON, 'An occasion.'), { uniqueItems: true, description: ABOUT.notifyOn }),
  monitorTypes: nullable(
    Type.Array(choice(MONITOR_TYPES, 'A type of monitors.'), {
      minItems: 1,
      uniqueItems: true,
      description: ABOUT.monitorTypes,
    }),
  ),
  remindEveryMinutes: nullable(
    Type.Integer({
      minimum: REMINDER_MINUTES.least,
      maximum: REMINDER_MINUTES.most,
      description: ABOUT.remindEveryMinutes,
    }),
  ),
  delayMinutes: Type.Integer({ minimum: 0, maximum: MAX_DELAY_MINUTES, description: ABOUT.delayMinutes }),
  quietHours: nullable(quietHoursSchema),
  expiryDays: Type.Array(
    Type.Integer({ minimum: EXPIRY_DAYS.least, maximum: EXPIRY_DAYS.most, description: 'A number of days.' }),
    { minItems: 1, maxItems: EXPIRY_DAYS.mostSteps, uniqueItems: true, description: ABOUT.expiryDays },
  ),
};

const nameField = nullable(Type.String({ minLength: 1, maxLength: 120, description: ABOUT.name }));

export const alertContactCreateSchema = creationBody({
  title: 'AlertContactCreate',
  description: 'A new alert contact. It is attached to every monitor that is created later.',
  fields: {
    type: choice(CONTACT_TYPES, ABOUT.type),
    to: Type.String({ minLength: 1, maxLength: 2048, description: ABOUT.to }),
    secret: nullable(Type.String({ minLength: 1, maxLength: 500, description: ABOUT.secret })),
    name: nameField,
    monitorIds: nullable(
      idList('The existing monitors to attach it to; null: all of them.', { maxItems: MAX_MONITORS }),
    ),
    ...settings,
  },
  required: ['type', 'to'],
  defaults: { name: null, monitorIds: null, secret: null },
});

const contactOutcomeSchema = Type.Object(
  {
    outcome: choice(['REACHED', 'FAILED'], 'REACHED: the receiver took the message. FAILED: it did not, or not yet.'),
    sent: choice(['ALERT', 'TEST'], 'TEST: a test of this contact alone, or a rehearsal.'),
    at: timestamp('When the outcome was known; of an alert that is tried again, when it was decided.'),
    retrying: Type.Boolean({
      description:
        'True while a failed alert is tried again; false for what arrived, for tests, and for alerts that were given up for good.',
    }),
    answer: nullable(
      Type.String({
        description:
          'What the receiver answered, or why it was not reached, with the address masked where `to` is; null for alerts that arrived.',
      }),
    ),
  },
  { title: 'ContactOutcome', description: ABOUT.lastOutcome },
);

const shown = {
  id: Type.String({ description: 'The id of the alert contact.' }),
  type: choice(CONTACT_TYPES, ABOUT.type),
  name: nullable(Type.String({ description: ABOUT.name })),
  to: Type.String({
    description: `${ABOUT.to} Masked for the role VIEWER and for read-only keys, and for everybody where it is a secret: SLACK, DISCORD, TEAMS, PAGERDUTY.`,
  }),
  state: choice(CONTACT_STATES, ABOUT.state),
  lastOutcome: nullable(contactOutcomeSchema),
  ...settings,
  createdAt: timestamp('When the contact was created.'),
};

export const alertContactSchema = Type.Object(shown, {
  title: 'AlertContact',
  description: 'Who is told when a monitor goes down and when it is up again, and of what else it wants to hear.',
});

export const createdAlertContactSchema = Type.Object(
  { ...shown, secret: nullable(Type.String({ description: ABOUT.shownSecret })) },
  {
    title: 'CreatedAlertContact',
    description: 'A new alert contact, and the secret that its messages are signed with.',
  },
);

export const alertContactUpdateSchema = changeBody({
  title: 'AlertContactUpdate',
  fields: { name: nameField, ...settings },
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
export type ContactOutcome = Static<typeof contactOutcomeSchema>;
export type CreatedAlertContact = Static<typeof createdAlertContactSchema>;

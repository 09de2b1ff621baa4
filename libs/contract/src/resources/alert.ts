import { Type, type Static } from 'typebox';
import { CONTACT_TYPES } from '../values/contact-type.ts';
import { choice, nullable, timestamp } from '../schema.ts';
import { MONITOR_TYPES } from './monitor.ts';

export const ALERT_KINDS = ['OPENED', 'REMINDED', 'ACKNOWLEDGED', 'RESOLVED'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What a contact can be told of. */
export const ALERT_SUBJECTS = ['INCIDENT', 'DEGRADED', 'EXPIRY'] as const;
export type AlertSubject = (typeof ALERT_SUBJECTS)[number];

export const ALERT_STATES = ['HELD', 'SUPPRESSED', 'PENDING', 'SENT', 'FAILED'] as const;

/** Why a contact is not told, in the order in which the reasons are judged; the last two are also why it is told so. */
export const ALERT_REASONS = [
  'NOT_ATTACHED',
  'TYPE',
  'PAUSED',
  'MAINTENANCE',
  'PARENT_DOWN',
  'ACKNOWLEDGED',
  'DELAY',
  'QUIET_HOURS',
  'UNCONFIRMED',
  'STORM',
  'STANDS_IN',
] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

export const alertSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the decision.' }),
    subject: choice(
      ALERT_SUBJECTS,
      'What the contact is told of, or not: an incident, a period in which the monitor was DEGRADED, or the expiry of a certificate or a registration.',
    ),
    incidentId: nullable(Type.String({ description: 'The id of the incident; null for the other subjects.' })),
    monitor: Type.Object(
      {
        id: Type.String({ description: 'The id of the monitor.' }),
        name: Type.String({ description: 'Its name when the incident service last heard of it.' }),
        type: choice(MONITOR_TYPES, 'Its type.'),
      },
      { description: 'The monitor.' },
    ),
    contact: Type.Object(
      {
        id: Type.String({ description: 'The id of the alert contact.' }),
        type: choice(CONTACT_TYPES, 'How it is told.'),
        name: nullable(Type.String({ description: 'Its name; null when it has none or is deleted.' })),
      },
      { description: 'The alert contact.' },
    ),
    kind: choice(ALERT_KINDS, 'What the contact is told: the opening, a reminder, the acknowledgement or the end.'),
    number: Type.Integer({
      description: 'Counts reminders; of an expiry the number of days before it; 0 for everything else.',
    }),
    state: choice(
      ALERT_STATES,
      'HELD: decided again at `until`, or when something changes. SUPPRESSED: it is not told. PENDING: being sent. FAILED: given up.',
    ),
    reason: nullable(
      choice(
        ALERT_REASONS,
        'Why it is held or suppressed. STORM: told together with others in one message, because the contact gets many at once. STANDS_IN: told because another contact could not be reached. Null for everything else that is told.',
      ),
    ),
    parent: nullable(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the monitor.' }),
          name: Type.String({ description: 'Its name when the incident service last heard of it.' }),
        },
        {
          description:
            'The monitor on which this one depends, where the reason is PARENT_DOWN: it is down, or, with an `until`, a check decides whether the contact is told. Null for all other reasons, and once it is deleted.',
        },
      ),
    ),
    until: nullable(timestamp('When a held decision is taken again; null: when something changes.')),
    decidedAt: timestamp('When it was decided so.'),
    sentAt: nullable(timestamp('When the receiver took the message.')),
    error: nullable(Type.String({ description: 'Why the last attempt to send it failed.' })),
  },
  { title: 'Alert', description: 'One decision about one contact: told, held back or not told, and why.' },
);

export type AlertAnswer = Static<typeof alertSchema>;

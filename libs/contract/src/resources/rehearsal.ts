import { Type, type Static } from 'typebox';
import { CONTACT_TYPES } from '../values/contact-type.ts';
import { choice, nullable, timestamp } from '../schema.ts';

export const REHEARSAL_STATES = ['RUNNING', 'DONE', 'INTERRUPTED'] as const;
export const REHEARSAL_OUTCOMES = ['PENDING', 'REACHED', 'UNCONFIRMED', 'FAILED'] as const;
export const REHEARSED_KINDS = ['CONTACT', 'ENDPOINT'] as const;

const rehearsedSchema = Type.Object(
  {
    kind: choice(REHEARSED_KINDS, 'An alert contact or a webhook endpoint.'),
    id: Type.String({ description: 'The id of the contact or endpoint.' }),
    type: nullable(choice(CONTACT_TYPES, 'How a contact is told; null for an endpoint.')),
    name: Type.String({
      description: 'The name of the contact, or its address as timelines show it; the host of the endpoint.',
    }),
    outcome: choice(
      REHEARSAL_OUTCOMES,
      'PENDING: no answer yet. UNCONFIRMED: a mail address that nobody has confirmed; it got the link to do so.',
    ),
    answer: nullable(Type.String({ description: 'What the receiver answered, or why it was not reached.' })),
    tookMs: nullable(Type.Integer({ description: 'Time until the answer, in milliseconds.' })),
  },
  { title: 'Rehearsed', description: 'What one receiver did with the test.' },
);

export const rehearsalSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the rehearsal.' }),
    state: choice(
      REHEARSAL_STATES,
      'INTERRUPTED: the service was restarted meanwhile; receivers without an answer may have got the test or not.',
    ),
    startedAt: timestamp('When it was started.'),
    endedAt: nullable(timestamp('When the last receiver had answered.')),
    reached: Type.Integer({ description: 'How many receivers took the test.' }),
    results: Type.Array(rehearsedSchema, { description: 'All receivers: those that were not reached first.' }),
  },
  {
    title: 'Rehearsal',
    description:
      'A test to every alert contact and every webhook endpoint: who was reached, how fast, and who was not.',
  },
);

export type Rehearsal = Static<typeof rehearsalSchema>;
export type Rehearsed = Static<typeof rehearsedSchema>;

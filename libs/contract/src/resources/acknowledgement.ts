import { Type, type Static } from 'typebox';
import { creationBody, nullable, timestamp } from '../schema.ts';

const MAX_TOKEN_LENGTH = 200;

export const acknowledgementBody = creationBody({
  title: 'AcknowledgementToken',
  description: 'The token of a link in an alert.',
  fields: {
    token: Type.String({
      minLength: 1,
      maxLength: MAX_TOKEN_LENGTH,
      description: 'What follows `#` in the link.',
    }),
  },
  required: ['token'],
});

/** Whoever has the link learns no more than the alert has told them. */
export const acknowledgementSchema = Type.Object(
  {
    name: Type.String({ description: 'The name of the monitor that is down.' }),
    cause: nullable(Type.String({ description: 'Why it is down; null if that is unknown.' })),
    startedAt: timestamp('Since when it is down.'),
  },
  { title: 'Acknowledgement', description: 'The outage that a link in an alert is about.' },
);

export type Acknowledgement = Static<typeof acknowledgementSchema>;

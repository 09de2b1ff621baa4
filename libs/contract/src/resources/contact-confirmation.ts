import { Type } from 'typebox';
import { creationBody } from '../schema.ts';

const MAX_TOKEN_LENGTH = 200;

export const contactConfirmationBody = creationBody({
  title: 'ContactConfirmationToken',
  description: 'The token of a link by which the owner of a mail address confirms an alert contact.',
  fields: {
    token: Type.String({
      minLength: 1,
      maxLength: MAX_TOKEN_LENGTH,
      description: 'What follows `#` in the link.',
    }),
  },
  required: ['token'],
});

export const contactConfirmationSchema = Type.Object(
  { to: Type.String({ description: 'The mail address that alerts go to from now on.' }) },
  { title: 'ContactConfirmation', description: 'A confirmed mail address.' },
);

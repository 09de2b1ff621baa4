import { Type, type Static } from 'typebox';
import { choice } from '../schema.ts';

export const contactTestSchema = Type.Object(
  {
    sent: choice(
      ['TEST', 'CONFIRMATION'],
      'TEST: a test alert. CONFIRMATION: the link to confirm the address, mailed once more, because its owner has not followed it yet.',
    ),
    delivered: Type.Boolean({ description: 'Whether the receiver took the message.' }),
    answer: Type.String({ description: 'What the receiver answered, or why it could not be reached.' }),
    tookMs: Type.Integer({ minimum: 0, description: 'How long that took, in milliseconds.' }),
  },
  { title: 'AlertContactTest', description: 'What a test of an alert contact led to.' },
);

export type ContactTest = Static<typeof contactTestSchema>;

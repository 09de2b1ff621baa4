import { Type, type Static } from 'typebox';
import { changeBody, choice, creationBody, nullable, timestamp, timestampInput } from '../schema.ts';

export const KEY_ACCESS_LEVELS = ['FULL', 'READ_ONLY'] as const;
export const MAX_OVERLAP_SECONDS = 86_400;

const ABOUT = {
  name: 'What the key is for.',
  access: 'FULL reads and writes; READ_ONLY lists and gets.',
  enabled: 'Whether the key works; a change takes effect within 2 seconds.',
};

const nameField = Type.String({ minLength: 1, maxLength: 120, description: ABOUT.name });
const accessField = choice(KEY_ACCESS_LEVELS, ABOUT.access);

export const keyCreateSchema = creationBody({
  title: 'KeyCreate',
  description: 'A new API key.',
  fields: {
    name: nameField,
    access: accessField,
    expiresAt: nullable(timestampInput('When the key stops working, in the future; null: never.')),
  },
  required: ['name', 'access'],
  defaults: { expiresAt: null },
});

const responseFields = {
  id: Type.String({ description: 'The id of the key.' }),
  name: Type.String({ description: ABOUT.name }),
  access: accessField,
  enabled: Type.Boolean({ description: ABOUT.enabled }),
  prefix: Type.String({ description: 'The first characters of the key: `ved_` and four more.' }),
  lastFour: Type.String({ description: 'The last four characters of the key.' }),
  expiresAt: nullable(timestamp('When the key stops working; null: never.')),
  previousSecretExpiresAt: nullable(
    timestamp('Until when the secret before the present one works too; null when none does.'),
  ),
  lastUsedAt: nullable(timestamp('When the key was last used; null: never.')),
  lastUsedFrom: nullable(Type.String({ description: 'The address from which it was last used; null: never used.' })),
  createdAt: timestamp('When the key was created.'),
  createdBy: Type.String({
    description: 'Who created the key: `person:` and the id of a person, or `operator:` and a name.',
  }),
  secretShownTo: Type.Array(Type.String(), {
    description: 'Who was shown a secret of the key that has not ended, named as in `createdBy`.',
  }),
};

export const keySchema = Type.Object(responseFields, {
  title: 'Key',
  description: 'An API key of the organization, without its secret.',
});

export const keyWithSecretSchema = Type.Object(
  {
    ...responseFields,
    secret: Type.String({
      description: 'The key itself. It is shown in this response and its replays, and nowhere else.',
    }),
  },
  { title: 'KeyWithSecret', description: 'An API key with its new secret.' },
);

export const keyUpdateSchema = changeBody({
  title: 'KeyUpdate',
  fields: { name: nameField, enabled: Type.Boolean({ description: ABOUT.enabled }) },
  resource: keyWithSecretSchema,
});

export const keyReplaceSchema = creationBody({
  title: 'KeyReplace',
  description: 'How a key is replaced.',
  fields: {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      description: 'For how long the old secret still works beside the new one.',
    }),
  },
  defaults: { overlapSeconds: 0 },
});

export type Key = Static<typeof keySchema>;
export type KeyCreate = Static<typeof keyCreateSchema>;
export type KeyUpdate = Static<typeof keyUpdateSchema>;
export type KeyReplace = Static<typeof keyReplaceSchema>;
export type KeyWithSecret = Static<typeof keyWithSecretSchema>;

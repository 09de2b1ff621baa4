import { Type, type Static } from 'typebox';
import { ROLES } from '../caller.ts';
import { changeBody, choice, creationBody, nullable, timestamp } from '../schema.ts';

export const SIGN_IN_METHODS = ['MAIL', 'OPERATOR'] as const;
export const LOCALES = ['en', 'de'] as const;
export const CONSOLE_THEMES = ['SYSTEM', 'LIGHT', 'DARK'] as const;

/** The longest mail address that SMTP can carry. */
const MAX_EMAIL_LENGTH = 254;
const MAX_TOKEN_LENGTH = 200;

export const emailField = Type.String({
  minLength: 3,
  maxLength: MAX_EMAIL_LENGTH,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  'x-rule': 'mail-address',
  description: 'A mail address.',
});

const tokenField = Type.String({
  minLength: 1,
  maxLength: MAX_TOKEN_LENGTH,
  description: 'What follows `#token=` in the link.',
});

export const tokenBody = creationBody({
  title: 'Token',
  description: 'The token of a link.',
  fields: { token: tokenField },
  required: ['token'],
});

export const signInCreateSchema = creationBody({
  title: 'SignInCreate',
  description: 'The token of a sign-in link, and whether it may end the session of the request.',
  fields: {
    token: tokenField,
    replace: Type.Boolean({ description: 'Whether to end the session that the request presents, if it presents one.' }),
  },
  required: ['token'],
  defaults: { replace: false },
});

export const signInViewSchema = Type.Object(
  { email: Type.String({ description: 'The mail address of the person whom the link signs in.' }) },
  { title: 'SignInView', description: 'Whom a sign-in link signs in.' },
);

export const signInLinkCreateSchema = creationBody({
  title: 'SignInLinkCreate',
  description: 'A request for a link by mail.',
  fields: { email: emailField },
  required: ['email'],
});

export const signInLinkSchema = Type.Object(
  { email: Type.String({ description: 'The address that was asked for.' }) },
  {
    title: 'SignInLink',
    description: 'Says that the request was taken; the same whether or not the address belongs to a person.',
  },
);

export const signInMethodSchema = Type.Object(
  {
    type: choice(
      SIGN_IN_METHODS,
      'MAIL: a person asks for a link by mail. OPERATOR: the operator makes a link on the command line.',
    ),
  },
  { title: 'SignInMethod', description: 'A way to sign in.' },
);

export const personSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the person.' }),
    name: Type.String({ description: 'The name of the person.' }),
    email: Type.String({ description: 'The mail address of the person.' }),
  },
  { title: 'Person', description: 'A person who can sign in.' },
);

export const roleField = choice(
  ROLES,
  'VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything.',
);

export const sessionSchema = Type.Object(
  {
    person: personSchema,
    organization: nullable(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the organization.' }),
          name: Type.String({ description: 'The name of the organization.' }),
        },
        {
          description:
            'The organization of this request: the one in `Vedette-Organization`, else the one used last; null if the person belongs to none.',
        },
      ),
    ),
    role: nullable(roleField),
    memberships: Type.Array(
      Type.Object(
        {
          organizationId: Type.String({ description: 'The id of the organization.' }),
          name: Type.String({ description: 'The name of the organization.' }),
          role: roleField,
        },
        { title: 'Membership', description: 'An organization of the person, and the role in it.' },
      ),
      { description: 'All organizations of the person; the one used last comes first.' },
    ),
    expiresAt: timestamp('When the session ends if it is not used before then.'),
  },
  { title: 'Session', description: 'Who is signed in, and where.' },
);

export const sessionItemSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the session.' }),
    current: Type.Boolean({ description: 'Whether this request uses it.' }),
    signedInAt: timestamp('When the person signed in.'),
    lastUsedAt: timestamp('When the session was last used.'),
    expiresAt: timestamp('When the session ends if it is not used before then.'),
    address: nullable(Type.String({ description: 'The address from which the person signed in; null if unknown.' })),
    userAgent: nullable(Type.String({ description: 'What the browser called itself; null if it did not.' })),
  },
  { title: 'SessionItem', description: 'A session of the person.' },
);

const meFields = {
  name: Type.String({ minLength: 1, maxLength: 120, description: 'The name that others see.' }),
  timezone: nullable(Type.String({ maxLength: 64, description: 'An IANA time zone; null: that of the browser.' })),
  locale: nullable(choice(LOCALES, 'The language of the console; null: that of the browser.')),
  theme: choice(CONSOLE_THEMES, 'The colours of the console; SYSTEM follows the device.'),
};

export const meSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the person.' }),
    email: Type.String({ description: 'The mail address of the person.' }),
    ...meFields,
  },
  { title: 'Me', description: 'The person who is signed in, with personal settings.' },
);

export const meUpdateSchema = changeBody({ title: 'MeUpdate', fields: meFields, resource: meSchema });

export type Session = Static<typeof sessionSchema>;
export type SessionItem = Static<typeof sessionItemSchema>;
export type SignInMethod = Static<typeof signInMethodSchema>;
export type Me = Static<typeof meSchema>;
export type MeUpdate = Static<typeof meUpdateSchema>;

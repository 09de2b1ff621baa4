import { Type, type Static } from 'typebox';
import { changeBody, creationBody, nullable, timestamp } from '../schema.ts';
import { emailField, roleField } from './session.ts';

export const memberSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the person.' }),
    name: Type.String({ description: 'The name of the person.' }),
    email: Type.String({ description: 'The mail address of the person.' }),
    role: roleField,
    createdAt: timestamp('When the person joined.'),
  },
  { title: 'Member', description: 'A person who belongs to the organization.' },
);

export const memberUpdateSchema = changeBody({
  title: 'MemberUpdate',
  fields: { role: roleField },
  resource: memberSchema,
});

export const invitationCreateSchema = creationBody({
  title: 'InvitationCreate',
  description: 'A new invitation.',
  fields: { email: emailField, role: roleField },
  required: ['email', 'role'],
});

const invitationFields = {
  id: Type.String({ description: 'The id of the invitation.' }),
  email: Type.String({ description: 'The invited address.' }),
  role: roleField,
  mailed: Type.Boolean({
    description:
      'Whether the link goes to the address by mail; the mail is queued with the invitation and sent right after it. Whoever opens such a link may join as a new person. Whoever opens a link that was passed on must be signed in.',
  }),
  invitedBy: nullable(Type.String({ description: 'The name of the person who invites; null if that person is gone.' })),
  createdAt: timestamp('When the invitation was made.'),
  expiresAt: timestamp('Until when it can be accepted: 7 days.'),
};

export const invitationSchema = Type.Object(invitationFields, {
  title: 'Invitation',
  description: 'An invitation that was not accepted yet.',
});

export const invitationWithLinkSchema = Type.Object(
  {
    ...invitationFields,
    url: nullable(
      Type.String({
        description: 'The link to pass on, shown in this response and its replays only; null if it was mailed.',
      }),
    ),
  },
  { title: 'InvitationWithLink', description: 'A new invitation with its link.' },
);

export type Member = Static<typeof memberSchema>;
export type MemberUpdate = Static<typeof memberUpdateSchema>;
export type Invitation = Static<typeof invitationSchema>;
export type InvitationCreate = Static<typeof invitationCreateSchema>;
export type InvitationWithLink = Static<typeof invitationWithLinkSchema>;

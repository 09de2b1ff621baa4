import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { ORGANIZATION_LIMITS } from '../values/organization-limits.ts';
import {
  invitationCreateSchema,
  invitationSchema,
  invitationWithLinkSchema,
  memberSchema,
  memberUpdateSchema,
} from '../resources/member.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { sessionSchema, tokenBody } from '../resources/session.ts';

const common = {
  ...ORDINARY,
  service: 'account',
  tag: 'People',
  query: noQuery,
  body: undefined,
  role: 'ADMIN',
  worksCanceled: true,
} as const;

export const memberOperations = {
  listMembers: operation({
    ...common,
    id: 'listMembers',
    method: 'GET',
    path: '/api/console/v1/members',
    summary: 'List members',
    description: 'Lists the people of the organization, newest first.',
    role: 'VIEWER',
    query: pageQuery({}),
    response: pageOf('MemberList', memberSchema),
  }),
  updateMember: operation({
    ...common,
    id: 'updateMember',
    method: 'PATCH',
    path: '/api/console/v1/members/{personId}',
    summary: 'Change the role of a member',
    description:
      'Takes effect within 2 seconds; invitations to roles that the member may not grant any more are withdrawn. Granting or taking the role OWNER takes an OWNER who signed in within the last hour, else it is 403 `forbidden`. 409 `conflict` for the last OWNER.',
    body: memberUpdateSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: memberSchema,
    errors: ['conflict'],
  }),
  removeMember: operation({
    ...common,
    id: 'removeMember',
    method: 'DELETE',
    path: '/api/console/v1/members/{personId}',
    summary: 'Remove a member',
    description:
      'Takes effect within 2 seconds. The invitations that the member has made are withdrawn; the keys that the member knows stay, and the owners get a mail that names them, if the installation sends mail. Everybody may remove themself. Removing an OWNER takes an OWNER who signed in within the last hour, else it is 403 `forbidden`. 409 `conflict` for the last OWNER.',
    selfParam: 'personId',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
    errors: ['conflict'],
  }),
  listInvitations: operation({
    ...common,
    id: 'listInvitations',
    method: 'GET',
    path: '/api/console/v1/invitations',
    summary: 'List invitations',
    description: 'Lists the invitations that nobody has accepted yet, newest first.',
    query: pageQuery({}),
    response: pageOf('InvitationList', invitationSchema),
  }),
  createInvitation: operation({
    ...common,
    id: 'createInvitation',
    method: 'POST',
    path: '/api/console/v1/invitations',
    summary: 'Invite a person',
    description: `Invites a person for 7 days, with a role that is at most your own. 409 \`conflict\` if the person belongs to the organization, is invited already, or if ${ORGANIZATION_LIMITS['open invitations']} invitations are open. An organization may invite 60 times an hour and 200 times a day, and one address 3 times a day, invitations that were withdrawn included; beyond that it is 429 \`rate_limited\` with \`Retry-After\`.`,
    body: invitationCreateSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: invitationWithLinkSchema,
    status: 201,
    sensitive: true,
    errors: ['conflict'],
  }),
  deleteInvitation: operation({
    ...common,
    id: 'deleteInvitation',
    method: 'DELETE',
    path: '/api/console/v1/invitations/{invitationId}',
    summary: 'Withdraw an invitation',
    description: 'Makes the link of an invitation useless.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  acceptInvitation: operation({
    ...common,
    id: 'acceptInvitation',
    method: 'POST',
    path: '/api/console/v1/invitations/accept',
    summary: 'Accept an invitation',
    description:
      'Joins the organization. With a session, the person who is signed in joins. Without one, a token that we mailed signs in the person with that address, who is created if there is none; a token that was passed on as a link, or is unknown, used or expired, is 401 `unauthorized`. An invitation ends when its inviter may no longer grant its role, and changes no role of somebody who already belongs to the organization.',
    credentials: ['session', 'none'],
    role: null,
    body: tokenBody,
    maxBodyBytes: BODY_BYTES.brief,
    response: sessionSchema,
    issuesSession: 'if-none',
  }),
};

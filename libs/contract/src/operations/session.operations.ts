import { noQuery, operation } from '../operation.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { meFaults } from '../resources/me-fields.ts';
import {
  meSchema,
  meUpdateSchema,
  sessionItemSchema,
  sessionSchema,
  signInLinkCreateSchema,
  signInLinkSchema,
  signInMethodSchema,
  tokenBody,
} from '../resources/session.ts';

const common = { service: 'account', query: noQuery, body: undefined, role: null, worksCanceled: true } as const;
const signIn = { ...common, tag: 'Sign-in', credentials: ['none'] } as const;
const sessions = { ...common, tag: 'Sessions' } as const;

export const sessionOperations = {
  createSignInLink: operation({
    ...signIn,
    id: 'createSignInLink',
    method: 'POST',
    path: '/api/console/v1/sign-in/links',
    summary: 'Ask for a sign-in link',
    description:
      'Mails a link to the address if it belongs to a person: it works once, within 15 minutes. The answer is the same for every address. An address gets at most 5 mails an hour.',
    body: signInLinkCreateSchema,
    response: signInLinkSchema,
    status: 202,
  }),
  redeemSignInLink: operation({
    ...signIn,
    id: 'redeemSignInLink',
    method: 'POST',
    path: '/api/console/v1/sign-in/redeem',
    summary: 'Sign in with a link',
    description:
      'Exchanges the token of a link for a session, whose cookie comes with the answer. A token that is unknown, used or expired is 401 `unauthorized`. 403 `forbidden` if the console is served over plain http on another host than localhost.',
    body: tokenBody,
    response: sessionSchema,
    issuesSession: true,
  }),
  listSignInMethods: operation({
    ...signIn,
    id: 'listSignInMethods',
    method: 'GET',
    path: '/api/console/v1/sign-in/methods',
    summary: 'List the ways to sign in',
    description: 'Lists the ways to sign in that this installation offers.',
    query: pageQuery({}),
    response: pageOf('SignInMethodList', signInMethodSchema),
  }),
  getSession: operation({
    ...sessions,
    id: 'getSession',
    method: 'GET',
    path: '/api/console/v1/session',
    summary: 'Get the session',
    description: 'Returns who is signed in, the organization of this request, and all memberships.',
    response: sessionSchema,
  }),
  endSession: operation({
    ...sessions,
    id: 'endSession',
    method: 'DELETE',
    path: '/api/console/v1/session',
    summary: 'Sign out',
    description: 'Ends the session of this request and removes its cookie.',
    response: deletedSchema,
    endsSession: true,
  }),
  listSessions: operation({
    ...sessions,
    id: 'listSessions',
    method: 'GET',
    path: '/api/console/v1/sessions',
    summary: 'List sessions',
    description: 'Lists the sessions of the person, newest first.',
    query: pageQuery({}),
    response: pageOf('SessionList', sessionItemSchema),
  }),
  endOneSession: operation({
    ...sessions,
    id: 'endOneSession',
    method: 'DELETE',
    path: '/api/console/v1/sessions/{sessionId}',
    summary: 'End a session',
    description: 'Ends one session of the person, within 2 seconds everywhere.',
    response: deletedSchema,
  }),
  endAllSessions: operation({
    ...sessions,
    id: 'endAllSessions',
    method: 'DELETE',
    path: '/api/console/v1/sessions',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the person, also the one of this request, and returns the id of the person.',
    response: deletedSchema,
    endsSession: true,
  }),
  getMe: operation({
    ...sessions,
    id: 'getMe',
    method: 'GET',
    path: '/api/console/v1/me',
    summary: 'Get the person',
    description: 'Returns the person who is signed in, with personal settings.',
    response: meSchema,
  }),
  updateMe: operation({
    ...sessions,
    id: 'updateMe',
    method: 'PATCH',
    path: '/api/console/v1/me',
    summary: 'Update the person',
    description: 'Changes the fields that are sent. The mail address is changed by the operator only.',
    body: meUpdateSchema,
    response: meSchema,
    refine: meFaults,
  }),
};

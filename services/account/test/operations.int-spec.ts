import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  compileRequestValidator,
  compileResponseValidator,
  internal,
  newId,
  servedOperations,
  type OperationId,
  type RequestContext,
  type ResponseOf,
  type Role,
} from '@vedette/contract';
import type { ActingMember } from '../src/acting.ts';
import { linkExpiresAt } from '../src/sign-in/sign-in-links.ts';
import { SignInRepository } from '../src/sign-in/sign-in.repository.ts';
import { hashToken, makeToken } from '../src/sign-in/token.ts';
import { newMember, newOrganization, newPerson, signIn, startSuite, type Suite } from './suite.ts';

const PLAN = {
  name: 'TEAM',
  monitors: 100,
  fastestIntervalSeconds: 60,
  statusPages: 5,
  webhookEndpoints: 10,
  maintenanceWindows: 100,
};

let suite: Suite;
let organizationId: string;
let owner: ActingMember;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
  owner = await newMember(suite, organizationId, 'OWNER');
});

interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
}

/** Calls an operation as the gateway does; request and answer are checked against the contract. */
async function call<Id extends OperationId>(
  id: Id,
  context: Partial<RequestContext>,
  { params = {}, query = {}, body = {} }: Input = {},
): Promise<ResponseOf<Id>> {
  const operation = servedOperations[id];
  const validated = compileRequestValidator(operation)({ params, query: new URLSearchParams(query), body });
  if (!validated.ok) throw new Error(`The request is not valid: ${JSON.stringify(validated)}`);
  const full = { requestId: newId('req'), deadlineAt: Date.now() + 5_000, ...context };
  const answer = await suite.rpc.forward(operation.subject, JSON.stringify(validated.value), full);
  const parsed: unknown = JSON.parse(answer.body.toString());
  expect(compileResponseValidator(operation)(parsed)).toEqual([]);
  return parsed as ResponseOf<Id>;
}

function sessionOf({ sessionId, person }: ActingMember | Awaited<ReturnType<typeof signIn>>): Partial<RequestContext> {
  return { session: { id: sessionId, person: { ...person, email: `${person.id}@example.com` } } };
}

function memberContext(member: ActingMember, role: Role): Partial<RequestContext> {
  const caller = { organizationId: member.organizationId, role, plan: PLAN, subscription: 'ACTIVE' as const };
  return { ...sessionOf(member), caller, sourceAddress: '192.0.2.1' };
}

function visitor(): Partial<RequestContext> {
  return { newSession: { hash: randomBytes(32).toString('base64'), userAgent: 'Firefox' }, sourceAddress: '192.0.2.2' };
}

it('signs in, shows the session and ends it', async () => {
  const token = makeToken(randomBytes);
  const link = {
    hash: hashToken(token),
    personId: owner.person.id,
    organizationId,
    expiresAt: linkExpiresAt(new Date()),
  };
  await new SignInRepository(suite.sql).insertLink(suite.sql, link);
  expect(await call('viewSignInLink', { sourceAddress: '192.0.2.2' }, { body: { token } })).toEqual({
    email: owner.person.email,
  });
  expect(await call('redeemSignInLink', visitor(), { body: { token } })).toMatchObject({ role: 'OWNER' });
  expect(await call('getSession', memberContext(owner, 'OWNER'))).toMatchObject({
    organization: { id: organizationId },
  });
  expect(await call('listSessions', sessionOf(owner))).toMatchObject({ pagination: { total: 2 } });
  const other = await signIn(suite, await newPerson(suite));
  expect(await call('endSession', sessionOf(other))).toEqual({ data: { id: other.sessionId } });
  const third = await signIn(suite, { ...(await newPerson(suite)) });
  expect(await call('endOneSession', sessionOf(third), { params: { sessionId: third.sessionId } })).toEqual({
    data: { id: third.sessionId },
  });
  expect(await call('endAllSessions', sessionOf(owner))).toEqual({ data: { id: owner.person.id } });
});

it('takes requests for links, and lists the ways to sign in', async () => {
  expect(await call('createSignInLink', { sourceAddress: '192.0.2.3' }, { body: { email: 'a@example.com' } })).toEqual({
    email: 'a@example.com',
  });
  expect(await call('listSignInMethods', {})).toMatchObject({ data: [{ type: 'OPERATOR' }] });
});

it('shows and changes the person and the organization', async () => {
  expect(await call('getMe', sessionOf(owner))).toMatchObject({ id: owner.person.id, theme: 'SYSTEM' });
  expect(await call('updateMe', sessionOf(owner), { body: { theme: 'DARK', locale: 'de' } })).toMatchObject({
    theme: 'DARK',
    locale: 'de',
  });
  const context = memberContext(owner, 'OWNER');
  expect(await call('updateOrganization', context, { body: { name: 'Acme Ltd' } })).toMatchObject({ name: 'Acme Ltd' });
  expect(await call('getOrganization', context)).toMatchObject({ name: 'Acme Ltd', plan: 'TEAM' });
  expect(await call('listAuditLog', context, { query: { operation: 'updateOrganization' } })).toMatchObject({
    data: [{ actor: `person:${owner.person.id}`, changedFields: ['name'], address: '192.0.2.1', refused: false }],
  });
});

it('tells what the plan allows and what is used; what a service does not tell in time is unknown', async () => {
  const context = memberContext(owner, 'VIEWER');
  const { id } = await call('createKey', context, { body: { name: 'CI', access: 'FULL' } });
  await call('createKey', context, { body: { name: 'Deploy', access: 'FULL' } });
  await call('deleteKey', context, { params: { keyId: id } });
  const asked: unknown[] = [];
  const answers = suite.link.connection?.subscribe(internal.countMonitors.subject, {
    callback: (_, message) => {
      asked.push(message.json());
      message.respond(JSON.stringify({ count: 3 }));
    },
  });
  // Nobody listens for the third question.
  const silence = suite.link.connection?.subscribe(internal.countStatusPages.subject, { callback: () => undefined });
  await suite.link.flush();
  const startedAt = performance.now();
  const { name, ...allowed } = PLAN;
  expect(await call('getUsage', context)).toEqual({
    plan: name,
    allowed,
    used: { monitors: 3, statusPages: null, webhookEndpoints: null, maintenanceWindows: null, members: 1, keys: 1 },
  });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(asked).toEqual([{ organizationId }]);
  answers?.unsubscribe();
  silence?.unsubscribe();
});

it('manages keys', async () => {
  const context = memberContext(owner, 'OWNER');
  const { id, secret } = await call('createKey', context, { body: { name: 'CI', access: 'READ_ONLY' } });
  const params = { keyId: id };
  expect(await call('updateKey', context, { params, body: { name: 'Deploy' } })).toMatchObject({ name: 'Deploy' });
  const replaced = await call('replaceKey', context, { params, body: { overlapSeconds: 60 } });
  expect(replaced.secret).not.toBe(secret);
  expect(await call('listKeys', context)).toMatchObject({ data: [{ id, prefix: replaced.secret.slice(0, 8) }] });
  expect(await call('deleteKey', context, { params })).toEqual({ data: { id } });
});

it('manages members and invitations', async () => {
  const context = memberContext(owner, 'OWNER');
  const member = await newMember(suite, organizationId, 'MEMBER');
  const params = { personId: member.person.id };
  expect(await call('updateMember', context, { params, body: { role: 'ADMIN' } })).toMatchObject({ role: 'ADMIN' });
  expect(await call('listMembers', context)).toMatchObject({ pagination: { total: 2 } });
  expect(await call('removeMember', context, { params })).toEqual({ data: { id: member.person.id } });
  const invited = { body: { email: 'invited@example.com', role: 'VIEWER' } };
  const { id, url } = await call('createInvitation', context, invited);
  expect(await call('listInvitations', context)).toMatchObject({ data: [{ id }] });
  const [, token = ''] = (url ?? '').split('#token=');
  await expect(call('acceptInvitation', visitor(), { body: { token } })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(await call('acceptInvitation', sessionOf(member), { body: { token } })).toMatchObject({ role: 'VIEWER' });
  const { id: second } = await call('createInvitation', context, invited);
  expect(await call('deleteInvitation', context, { params: { invitationId: second } })).toEqual({
    data: { id: second },
  });
});

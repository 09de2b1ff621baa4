import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  consoleContract,
  type Actor,
  type KeyCaller,
  type Operation,
  type SessionCredential,
  type SessionMembership,
} from '@vedette/contract';
import { actingParty, actorOf } from './acting-party.ts';
import type { Client } from '../credentials/client.ts';

const plan = {
  name: 'FREE',
  monitors: 1,
  fastestIntervalSeconds: 30,
  statusPages: 1,
  webhookEndpoints: 1,
  maintenanceWindows: 1,
};
const key: KeyCaller = { organizationId: 'org_1', keyId: 'key_1', access: 'FULL', plan, subscription: 'ACTIVE' };
const person = { id: 'per_1', name: 'Ada', email: 'ada@example.com' };

const first: SessionMembership = { organizationId: 'org_1', name: 'One', role: 'OWNER', plan, subscription: 'ACTIVE' };
const second: SessionMembership = { ...first, organizationId: 'org_2', name: 'Two', role: 'VIEWER' };

function credential(memberships: SessionMembership[]): SessionCredential {
  return { kind: 'session', sessionId: 'ses_1', person, memberships, expiresAt: '2026-06-01T00:00:00.000Z' };
}

const withKey: Client = { kind: 'key', caller: key, name: 'CI' };
const signedIn: Client = { kind: 'session', credential: credential([first, second]) };
const alone: Client = { kind: 'session', credential: credential([]) };
const nobody: Client = { kind: 'nobody', refusal: ApiError.unauthorized() };
const refused: Client = { kind: 'refused', refusal: ApiError.unauthorized() };

function operationOf(id: string): Operation {
  const found = consoleContract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

const session = { id: 'ses_1', person };
const inFirst = { session, caller: { organizationId: 'org_1', role: 'OWNER', plan, subscription: 'ACTIVE' } };
const inSecond = { session, caller: { organizationId: 'org_2', role: 'VIEWER', plan, subscription: 'ACTIVE' } };

describe('in whose name a request acts', () => {
  const rows: { name: string; client: Client; operation: string; header?: string; party: unknown }[] = [
    { name: 'a key, where it is taken', client: withKey, operation: 'listMonitors', party: { caller: key } },
    { name: 'a key, where it is not', client: withKey, operation: 'listKeys', party: 'forbidden' },
    { name: 'a key on sign-in', client: withKey, operation: 'redeemSignInLink', party: 'forbidden' },
    {
      name: 'a key, whatever organization the header names',
      client: withKey,
      operation: 'getUsage',
      header: 'org_2',
      party: { caller: key },
    },
    { name: 'a session, in the organization used last', client: signedIn, operation: 'listKeys', party: inFirst },
    {
      name: 'a session, in the one it names',
      client: signedIn,
      operation: 'listKeys',
      header: 'org_2',
      party: inSecond,
    },
    {
      name: 'a session, in a foreign one',
      client: signedIn,
      operation: 'listKeys',
      header: 'org_3',
      party: 'not_found',
    },
    { name: 'a session, with an empty name', client: signedIn, operation: 'listKeys', header: '', party: 'not_found' },
    {
      name: 'a foreign organization is refused for personal operations too',
      client: signedIn,
      operation: 'getMe',
      header: 'org_3',
      party: 'not_found',
    },
    { name: 'a personal operation in an organization', client: signedIn, operation: 'getSession', party: inFirst },
    { name: 'a person without an organization, alone', client: alone, operation: 'getSession', party: { session } },
    { name: 'a person without an organization', client: alone, operation: 'listMonitors', party: 'not_found' },
    {
      name: 'a session is ignored where a link is looked at',
      client: signedIn,
      operation: 'viewSignInLink',
      party: {},
    },
    { name: 'a session that a sign-in replaces', client: signedIn, operation: 'redeemSignInLink', party: inFirst },
    { name: 'a session that accepts', client: signedIn, operation: 'acceptInvitation', party: inFirst },
    { name: 'nobody on sign-in', client: nobody, operation: 'redeemSignInLink', party: {} },
    { name: 'nobody accepts', client: nobody, operation: 'acceptInvitation', party: {} },
    { name: 'nobody elsewhere', client: nobody, operation: 'getSession', party: 'unauthorized' },
    { name: 'refused credentials on sign-in', client: refused, operation: 'redeemSignInLink', party: 'unauthorized' },
    { name: 'refused credentials elsewhere', client: refused, operation: 'getSession', party: 'unauthorized' },
  ];
  it.each(rows)('$name', ({ client, operation, header, party }) => {
    const found = actingParty(client, operationOf(operation), header);
    expect(found instanceof ApiError ? found.code : found).toEqual(party);
  });
});

describe('who a write is ascribed to', () => {
  const rows: { name: string; client: Client; operation: string; actor: Actor | undefined }[] = [
    { name: 'a key', client: withKey, operation: 'createMonitor', actor: { kind: 'key', id: 'key_1', name: 'CI' } },
    {
      name: 'a person',
      client: signedIn,
      operation: 'createMonitor',
      actor: { kind: 'person', id: 'per_1', name: 'Ada' },
    },
    {
      name: 'a person without an organization',
      client: alone,
      operation: 'updateMe',
      actor: { kind: 'person', id: 'per_1', name: 'Ada' },
    },
    {
      name: 'nobody where a session is ignored',
      client: signedIn,
      operation: 'viewSignInLink',
      actor: undefined,
    },
    { name: 'nobody', client: nobody, operation: 'redeemSignInLink', actor: undefined },
  ];
  it.each(rows)('$name', ({ client, operation, actor }) => {
    const party = actingParty(client, operationOf(operation), undefined);
    if (party instanceof ApiError) throw party;
    expect(actorOf(client, party)).toEqual(actor);
  });
});

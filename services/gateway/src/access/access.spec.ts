import { describe, expect, it } from '@jest/globals';
import {
  consoleContract,
  contract,
  ROLES,
  type Access,
  type KeyCaller,
  type Operation,
  type Role,
  type SessionCaller,
  type Subscription,
} from '@vedette/contract';
import { accessFault, namesSelf, roleFault } from './access.ts';
import type { Party } from './acting-party.ts';

const plan = {
  name: 'FREE',
  monitors: 1,
  fastestIntervalSeconds: 30,
  statusPages: 1,
  webhookEndpoints: 1,
  maintenanceWindows: 1,
};

function caller(access: Access, subscription: Subscription): KeyCaller {
  return { organizationId: 'org_1', keyId: 'key_1', access, subscription, plan };
}

const reads = contract.operations.filter(({ method }) => method === 'GET');
const mutations = contract.operations.filter(({ method }) => method !== 'GET');

describe('whether a key may run an operation', () => {
  const rows: { name: string; caller: KeyCaller; read: string | undefined; mutation: string | undefined }[] = [
    { name: 'full and active', caller: caller('FULL', 'ACTIVE'), read: undefined, mutation: undefined },
    { name: 'full and past due', caller: caller('FULL', 'PAST_DUE'), read: undefined, mutation: undefined },
    {
      name: 'full and canceled',
      caller: caller('FULL', 'CANCELED'),
      read: undefined,
      mutation: 'subscription_required',
    },
    { name: 'read-only and active', caller: caller('READ_ONLY', 'ACTIVE'), read: undefined, mutation: 'forbidden' },
    {
      name: 'read-only before canceled',
      caller: caller('READ_ONLY', 'CANCELED'),
      read: undefined,
      mutation: 'forbidden',
    },
  ];
  it.each(rows)('$name', ({ caller: who, read, mutation }) => {
    const codeOf = (operation: Operation) => accessFault({ caller: who }, operation, {})?.code;
    expect(reads.map(codeOf)).toEqual(reads.map(() => read));
    expect(mutations.map(codeOf)).toEqual(mutations.map(() => mutation));
  });

  it('follows the effect of an operation, not its method', () => {
    const [createMonitor] = mutations;
    if (createMonitor === undefined) throw new Error('There is no mutation');
    const party = { caller: caller('READ_ONLY', 'CANCELED') };
    expect(accessFault(party, { ...createMonitor, effect: 'read' }, {})).toBeUndefined();
  });
});

describe('whether a person may run an operation', () => {
  const session = { id: 'ses_1', person: { id: 'per_1', name: 'Ada', email: 'ada@example.com' } };
  const acting = (role: Role, subscription: Subscription = 'ACTIVE'): Party => {
    const acts: SessionCaller = { organizationId: 'org_1', role, subscription, plan };
    return { session, caller: acts };
  };
  const rows: { name: string; party: Party; operation: string; params?: Record<string, string>; code?: string }[] = [
    { name: 'a VIEWER reads', party: acting('VIEWER'), operation: 'listMonitors' },
    { name: 'a VIEWER does not write', party: acting('VIEWER'), operation: 'pauseMonitor', code: 'forbidden' },
    { name: 'a MEMBER writes', party: acting('MEMBER'), operation: 'pauseMonitor' },
    {
      name: 'a MEMBER writes nothing when canceled',
      party: acting('MEMBER', 'CANCELED'),
      operation: 'pauseMonitor',
      code: 'subscription_required',
    },
    {
      name: 'the role counts before the subscription',
      party: acting('VIEWER', 'CANCELED'),
      operation: 'pauseMonitor',
      code: 'forbidden',
    },
    { name: 'a canceled ADMIN manages keys', party: acting('ADMIN', 'CANCELED'), operation: 'createKey' },
    { name: 'a canceled ADMIN manages people', party: acting('ADMIN', 'CANCELED'), operation: 'createInvitation' },
    { name: 'a VIEWER leaves', party: acting('VIEWER'), operation: 'removeMember', params: { personId: 'per_1' } },
    {
      name: 'a VIEWER removes nobody else',
      party: acting('VIEWER'),
      operation: 'removeMember',
      params: { personId: 'per_2' },
      code: 'forbidden',
    },
    { name: 'a person without an organization signs out', party: { session }, operation: 'endSession' },
    { name: 'nobody signs in', party: {}, operation: 'redeemSignInLink' },
  ];
  it.each(rows)('$name', ({ party, operation: id, params = {}, code }) => {
    const operation = consoleContract.operations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}`);
    expect(accessFault(party, operation, params)?.code).toBe(code);
  });
});

function operationOf(id: string): Operation {
  const found = consoleContract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

/** From which role on an operation is allowed, for each of the console contract. */
const allowedFrom: Readonly<Record<Role, readonly Role[]>> = {
  VIEWER: ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'],
  MEMBER: ['MEMBER', 'ADMIN', 'OWNER'],
  ADMIN: ['ADMIN', 'OWNER'],
  OWNER: ['OWNER'],
};

describe('whether a role is enough', () => {
  it.each(consoleContract.operations)('$id, for each role', (operation) => {
    const allowed = ROLES.filter((role) => roleFault(role, operation, false) === undefined);
    expect(allowed).toEqual(operation.role === null ? [...ROLES] : allowedFrom[operation.role]);
  });

  it.each([
    ['a VIEWER reads', 'VIEWER', 'listMonitors', undefined],
    ['a VIEWER does not write', 'VIEWER', 'createMonitor', 'forbidden'],
    ['a VIEWER signs out', 'VIEWER', 'endSession', undefined],
    ['a MEMBER writes', 'MEMBER', 'createMonitor', undefined],
    ['a MEMBER sees no keys', 'MEMBER', 'listKeys', 'forbidden'],
    ['a MEMBER sees no audit log', 'MEMBER', 'listAuditLog', 'forbidden'],
    ['an ADMIN makes keys', 'ADMIN', 'createKey', undefined],
    ['an ADMIN does not delete the organization', 'ADMIN', 'deleteOrganization', 'forbidden'],
    ['an OWNER does', 'OWNER', 'deleteOrganization', undefined],
  ] as const)('%s', (_name, role, id, code) => {
    expect(roleFault(role, operationOf(id), false)?.code).toBe(code);
  });

  it('lets everybody leave, and nobody change their own role', () => {
    expect(roleFault('VIEWER', operationOf('removeMember'), true)).toBeUndefined();
    expect(namesSelf(operationOf('removeMember'), { personId: 'per_1' }, 'per_1')).toBe(true);
    expect(namesSelf(operationOf('updateMember'), { personId: 'per_1' }, 'per_1')).toBe(false);
  });

  it.each([
    ['another person', { personId: 'per_2' }, 'per_1'],
    ['a key, which is no person', { personId: 'per_1' }, undefined],
    ['no parameter', {}, undefined],
  ])('takes nobody for themself: %s', (_name, params, personId) => {
    expect(namesSelf(operationOf('removeMember'), params, personId)).toBe(false);
  });
});

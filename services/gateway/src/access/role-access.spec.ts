import { describe, expect, it } from '@jest/globals';
import { consoleContract, ROLES, type Operation, type Role } from '@vedette/contract';
import { namesSelf, roleFault } from './role-access.ts';

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

import { describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '@vedette/contract/caller';
import {
  changeRole,
  deleteOrganization,
  grantRole,
  isAtLeast,
  mayStillGrant,
  removeMember,
  type Changer,
  type RoleVerdict,
} from './roles.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;

function person(role: Role, signedInMsAgo = 0, id = 'per_me'): Changer {
  return { kind: 'person', id, role, signedInAt: new Date(now.getTime() - signedInMsAgo) };
}

const operator: Changer = { kind: 'operator' };
const member = (role: Role) => ({ id: 'per_other', role });

type Row = readonly [by: string, changer: Changer, from: Role, to: Role, owners: number, verdict: RoleVerdict['kind']];

describe('changing the role of another member', () => {
  const rows: Row[] = [
    ['a viewer', person('VIEWER'), 'VIEWER', 'MEMBER', 1, 'forbidden'],
    ['a member', person('MEMBER'), 'VIEWER', 'MEMBER', 1, 'forbidden'],
    ['an admin', person('ADMIN'), 'VIEWER', 'ADMIN', 1, 'allowed'],
    ['an admin', person('ADMIN'), 'ADMIN', 'VIEWER', 1, 'allowed'],
    ['an admin', person('ADMIN'), 'ADMIN', 'OWNER', 1, 'forbidden'],
    ['an admin', person('ADMIN'), 'OWNER', 'ADMIN', 2, 'forbidden'],
    ['an admin of long ago', person('ADMIN', 24 * HOUR), 'MEMBER', 'ADMIN', 1, 'allowed'],
    ['an owner', person('OWNER'), 'MEMBER', 'OWNER', 1, 'allowed'],
    ['an owner', person('OWNER'), 'OWNER', 'MEMBER', 2, 'allowed'],
    ['an owner', person('OWNER'), 'OWNER', 'MEMBER', 1, 'conflict'],
    ['an owner', person('OWNER'), 'OWNER', 'OWNER', 1, 'allowed'],
    ['an owner just within the hour', person('OWNER', HOUR - 1), 'OWNER', 'ADMIN', 2, 'allowed'],
    ['an owner at the hour', person('OWNER', HOUR), 'OWNER', 'ADMIN', 2, 'stale'],
    ['an owner past the hour', person('OWNER', HOUR), 'MEMBER', 'OWNER', 2, 'stale'],
    ['an owner past the hour', person('OWNER', HOUR), 'MEMBER', 'ADMIN', 2, 'allowed'],
    ['the operator', operator, 'MEMBER', 'OWNER', 1, 'allowed'],
    ['the operator', operator, 'OWNER', 'MEMBER', 1, 'conflict'],
  ];
  it.each(rows)('%s: %j from %s to %s with %i owners: %s', (_, by, from, to, owners, kind) => {
    expect(changeRole(by, member(from), to, owners, now).kind).toBe(kind);
  });
});

describe('changing the own role', () => {
  it.each([
    { role: 'OWNER', to: 'ADMIN', owners: 2, kind: 'allowed' },
    { role: 'OWNER', to: 'ADMIN', owners: 1, kind: 'conflict' },
    { role: 'ADMIN', to: 'VIEWER', owners: 1, kind: 'allowed' },
    { role: 'ADMIN', to: 'OWNER', owners: 1, kind: 'forbidden' },
    { role: 'VIEWER', to: 'ADMIN', owners: 1, kind: 'forbidden' },
  ] as const)('$role to $to with $owners owners: $kind', ({ role, to, owners, kind }) => {
    expect(changeRole(person(role, 0, 'per_other'), member(role), to, owners, now).kind).toBe(kind);
  });
});

describe('removing a member', () => {
  it.each([
    { name: 'an admin removes an admin', by: person('ADMIN'), role: 'ADMIN', owners: 1, kind: 'allowed' },
    { name: 'an admin removes an owner', by: person('ADMIN'), role: 'OWNER', owners: 2, kind: 'forbidden' },
    { name: 'a member removes a viewer', by: person('MEMBER'), role: 'VIEWER', owners: 1, kind: 'forbidden' },
    { name: 'an owner removes an owner', by: person('OWNER'), role: 'OWNER', owners: 2, kind: 'allowed' },
    { name: 'an owner, after the hour', by: person('OWNER', HOUR), role: 'OWNER', owners: 2, kind: 'stale' },
    { name: 'the operator removes the last owner', by: operator, role: 'OWNER', owners: 1, kind: 'conflict' },
    { name: 'the operator removes an owner', by: operator, role: 'OWNER', owners: 2, kind: 'allowed' },
  ] as const)('$name: $kind', ({ by, role, owners, kind }) => {
    expect(removeMember(by, member(role), owners, now).kind).toBe(kind);
  });

  it.each(ROLES)('a %s may leave, also long after signing in', (role) => {
    expect(removeMember(person(role, 100 * HOUR, 'per_other'), member(role), 2, now).kind).toBe('allowed');
  });

  it('the last owner may not leave', () => {
    expect(removeMember(person('OWNER', 0, 'per_other'), member('OWNER'), 1, now).kind).toBe('conflict');
  });
});

describe('deleting the organization', () => {
  it.each([
    { name: 'an administrator', by: person('ADMIN'), kind: 'forbidden' },
    { name: 'an owner', by: person('OWNER'), kind: 'allowed' },
    { name: 'an owner, just within the hour', by: person('OWNER', HOUR - 1), kind: 'allowed' },
    { name: 'an owner, after the hour', by: person('OWNER', HOUR), kind: 'stale' },
    { name: 'the operator', by: operator, kind: 'allowed' },
  ] as const)('$name: $kind', ({ by, kind }) => {
    expect(deleteOrganization(by, now).kind).toBe(kind);
  });
});

describe('granting a role by an invitation', () => {
  it.each([
    { by: person('MEMBER'), role: 'VIEWER', kind: 'forbidden' },
    { by: person('ADMIN'), role: 'ADMIN', kind: 'allowed' },
    { by: person('ADMIN'), role: 'OWNER', kind: 'forbidden' },
    { by: person('OWNER'), role: 'OWNER', kind: 'allowed' },
    { by: person('OWNER', HOUR), role: 'OWNER', kind: 'stale' },
    { by: operator, role: 'OWNER', kind: 'allowed' },
  ] as const)('$by.role grants $role: $kind', ({ by, role, kind }) => {
    expect(grantRole(by, role, now).kind).toBe(kind);
  });
});

describe('an open invitation', () => {
  it.each([
    { inviter: 'OWNER', grants: ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] },
    { inviter: 'ADMIN', grants: ['VIEWER', 'MEMBER', 'ADMIN'] },
    { inviter: 'MEMBER', grants: [] },
    { inviter: 'VIEWER', grants: [] },
    { inviter: undefined, grants: [] },
  ] as const)('of somebody whose role is $inviter now is good for $grants', ({ inviter, grants }) => {
    expect(ROLES.filter((role) => mayStillGrant(inviter, role))).toEqual(grants);
  });
});

it('orders the roles', () => {
  expect(ROLES.map((role) => ROLES.map((least) => isAtLeast(role, least)))).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ]);
});

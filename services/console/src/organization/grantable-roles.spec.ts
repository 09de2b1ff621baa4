import { describe, expect, it } from '@jest/globals';
import { grantableRoles } from './grantable-roles.ts';

describe('the roles that can be given', () => {
  it.each([
    { name: 'an owner to anybody', present: 'VIEWER', isOwner: true, roles: 'VIEWER MEMBER ADMIN OWNER' },
    { name: 'an owner to an owner', present: 'OWNER', isOwner: true, roles: 'VIEWER MEMBER ADMIN OWNER' },
    { name: 'an admin to a member', present: 'MEMBER', isOwner: false, roles: 'VIEWER MEMBER ADMIN' },
    { name: 'an admin to an owner', present: 'OWNER', isOwner: false, roles: '' },
  ] as const)('by $name: $roles', ({ present, isOwner, roles }) => {
    expect(grantableRoles(present, isOwner).join(' ')).toBe(roles);
  });
});

import { describe, expect, it } from '@jest/globals';
import { grantableRoles } from './grantable-roles.ts';

describe('grantableRoles', () => {
  it.each([
    { name: 'an owner, about anybody', present: 'VIEWER', isOwner: true, roles: 'VIEWER MEMBER ADMIN OWNER' },
    { name: 'an owner, about an owner', present: 'OWNER', isOwner: true, roles: 'VIEWER MEMBER ADMIN OWNER' },
    { name: 'an admin, about a member', present: 'MEMBER', isOwner: false, roles: 'VIEWER MEMBER ADMIN' },
    { name: 'an admin, about an owner', present: 'OWNER', isOwner: false, roles: '' },
  ] as const)('$name', ({ present, isOwner, roles }) => {
    expect(grantableRoles(present, isOwner).join(' ')).toBe(roles);
  });
});

import { describe, expect, it } from '@jest/globals';
import { acceptInvitation, invitationExpiresAt, type InvitationTerms } from './invitation-terms.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const invited = (isMailed: boolean, expiresInMs = 1): InvitationTerms => ({
  email: 'ada@example.com',
  isMailed,
  role: 'ADMIN',
  inviterRole: 'ADMIN',
  expiresAt: new Date(now.getTime() + expiresInMs),
});

describe('accepting an invitation', () => {
  it.each([
    { name: 'a mailed token without a session', invitation: invited(true), hasSession: false, kind: 'sign-in' },
    { name: 'a mailed token with a session', invitation: invited(true), hasSession: true, kind: 'join' },
    { name: 'a shown link without a session', invitation: invited(false), hasSession: false, kind: 'session-needed' },
    { name: 'a shown link with a session', invitation: invited(false), hasSession: true, kind: 'join' },
    { name: 'an unknown token', invitation: undefined, hasSession: true, kind: 'invalid' },
    { name: 'a token that ends now', invitation: invited(true, 0), hasSession: false, kind: 'invalid' },
    {
      name: 'a token whose inviter was demoted',
      invitation: { ...invited(true), inviterRole: 'MEMBER' as const },
      hasSession: true,
      kind: 'invalid',
    },
    {
      name: 'a token to become an owner, of an owner who is an administrator now',
      invitation: { ...invited(true), role: 'OWNER' as const },
      hasSession: false,
      kind: 'invalid',
    },
    {
      name: 'a token whose inviter is gone',
      invitation: { ...invited(true), role: 'VIEWER' as const, inviterRole: null },
      hasSession: true,
      kind: 'invalid',
    },
    { name: 'an expired token with a session', invitation: invited(false, -1), hasSession: true, kind: 'invalid' },
  ])('$name: $kind', ({ invitation, hasSession, kind }) => {
    expect(acceptInvitation(invitation, hasSession, now)).toEqual({ kind });
  });
});

describe('an invitation', () => {
  it('lasts for seven days', () => {
    expect(invitationExpiresAt(now)).toEqual(new Date('2026-06-08T12:00:00.000Z'));
  });
});

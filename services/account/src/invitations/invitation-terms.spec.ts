import { describe, expect, it } from '@jest/globals';
import { acceptInvitation, invitationExpiresAt } from './invitation-terms.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const invited = (isMailed: boolean, expiresInMs = 1) => ({
  email: 'ada@example.com',
  isMailed,
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
    { name: 'an expired token with a session', invitation: invited(false, -1), hasSession: true, kind: 'invalid' },
  ])('$name: $kind', ({ invitation, hasSession, kind }) => {
    expect(acceptInvitation(invitation, hasSession, now)).toEqual({ kind });
  });
});

it('lasts for seven days', () => {
  expect(invitationExpiresAt(now)).toEqual(new Date('2026-06-08T12:00:00.000Z'));
});

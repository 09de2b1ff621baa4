import { describe, expect, it } from '@jest/globals';
import { invitationMail, signInMail } from './mail-text.ts';

const url = 'https://vedette.example/console/sign-in#token=t';

describe('a mail', () => {
  it('with a sign-in link says how long the link works', () => {
    const { subject, text } = signInMail(url);
    expect(subject).toBe('Your link to sign in to Vedette');
    expect(text.split('\n\n')[1]).toBe(url);
    expect(text).toContain('15 minutes');
  });

  it.each([
    { invitedBy: 'Ada', begins: 'Ada invites you to join Acme on Vedette.' },
    { invitedBy: null, begins: 'You are invited to join Acme on Vedette.' },
  ])('with an invitation of $invitedBy', ({ invitedBy, begins }) => {
    const { subject, text } = invitationMail(url, 'Acme', invitedBy);
    expect(subject).toBe('An invitation to Acme on Vedette');
    expect(text.startsWith(begins)).toBe(true);
    expect(text.split('\n\n')[1]).toBe(url);
  });
});

import { describe, expect, it } from '@jest/globals';
import { invitationMail, noticeMail, signInMail, type Notice } from './mail-text.ts';

const CONSOLE = 'https://vedette.example/console/';
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

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `K${at + 1}`);
const quotedNames = (count: number): string =>
  numbered(count)
    .map((name) => `"${name}"`)
    .join(', ');

const rows: { name: string; notice: Notice; subject: string; says: string }[] = [
  {
    name: 'a new key',
    notice: { kind: 'NEW_KEY', organization: 'Acme', key: 'CI', access: 'READ_ONLY', from: '192.0.2.1' },
    subject: 'A new API key in Acme on Vedette',
    says: 'You have created the API key "CI" with read-only access in Acme from the address 192.0.2.1.',
  },
  {
    name: 'a new key from nowhere',
    notice: { kind: 'NEW_KEY', organization: 'Acme', key: 'CI', access: 'FULL', from: null },
    subject: 'A new API key in Acme on Vedette',
    says: 'You have created the API key "CI" with full access in Acme.',
  },
  {
    name: 'a new secret',
    notice: { kind: 'NEW_SECRET', organization: 'Acme', key: 'CI', access: 'FULL', from: '192.0.2.1' },
    subject: 'A new secret of an API key in Acme on Vedette',
    says: 'You have replaced the secret of the API key "CI" with full access in Acme from the address 192.0.2.1.',
  },
  {
    name: 'one key that is left',
    notice: { kind: 'KEYS_LEFT', organization: 'Acme', person: 'Ada', keys: ['CI'] },
    subject: 'Ada has left Acme on Vedette and knows API keys',
    says: 'Ada is no longer in Acme, but was shown the secrets of these API keys: "CI".',
  },
  {
    name: 'twenty keys that are left',
    notice: { kind: 'KEYS_LEFT', organization: 'Acme', person: 'Ada', keys: numbered(20) },
    subject: 'Ada has left Acme on Vedette and knows API keys',
    says: `Ada is no longer in Acme, but was shown the secrets of these API keys: ${quotedNames(19)} and "K20".`,
  },
  {
    name: 'more keys than are named',
    notice: { kind: 'KEYS_LEFT', organization: 'Acme', person: 'Ada', keys: numbered(21) },
    subject: 'Ada has left Acme on Vedette and knows API keys',
    says: `Ada is no longer in Acme, but was shown the secrets of these API keys: ${quotedNames(20)} and 1 more.`,
  },
  {
    name: 'a new role',
    notice: { kind: 'NEW_ROLE', organization: 'Acme', role: 'ADMIN', by: 'Ada' },
    subject: 'Your role in Acme on Vedette is ADMIN now',
    says: 'Ada has changed your role in Acme to ADMIN.',
  },
  {
    name: 'a new address',
    notice: { kind: 'NEW_ADDRESS', from: '2001:db8::1' },
    subject: 'A sign-in to Vedette from a new address',
    says: 'Somebody has signed in with a link of yours from 2001:db8::1, an address that you have not used before.',
  },
];

describe('the notice of', () => {
  it.each(rows)('$name', ({ notice, subject, says }) => {
    const mail = noticeMail(notice, CONSOLE);
    expect(mail.subject).toBe(subject);
    expect(mail.text.split('\n\n')[0]).toBe(says);
    expect(mail.text).toContain(CONSOLE);
  });
});

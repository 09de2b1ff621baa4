import { describe, expect, it } from '@jest/globals';
import { emailAddress } from './email-address.ts';

describe('the mail address of a person', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada@Example.COM ', 'ada@example.com'],
    ['owner@localhost', 'owner@localhost'],
    ['ada+ops@example.com', 'ada+ops@example.com'],
    ['', undefined],
    ['ada', undefined],
    ['@example.com', undefined],
    ['ada@', undefined],
    ['a@b@c', undefined],
    ['ada lovelace@example.com', undefined],
    ['ada@exa\nmple.com', undefined],
    ['Ada <ada@example.com>', undefined],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`${'a'.repeat(65)}@example.com`, undefined],
    [`a@${'b'.repeat(252)}`, `a@${'b'.repeat(252)}`],
    [`a@${'b'.repeat(253)}`, undefined],
  ])('%j', (text, address) => {
    expect(emailAddress(text)).toBe(address);
  });
});

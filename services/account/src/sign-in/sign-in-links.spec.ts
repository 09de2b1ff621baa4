import { describe, expect, it } from '@jest/globals';
import { linkExpiresAt, redeemLink } from './sign-in-links.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);

describe('redeeming a sign-in link', () => {
  it.each([
    { name: 'a fresh one', link: { expiresAt: at(1), usedAt: null }, outcome: { kind: 'sign-in' } },
    {
      name: 'one that ends now',
      link: { expiresAt: now, usedAt: null },
      outcome: { kind: 'refused', because: 'expired' },
    },
    { name: 'an old one', link: { expiresAt: at(-1), usedAt: null }, outcome: { kind: 'refused', because: 'expired' } },
    { name: 'a used one', link: { expiresAt: at(1), usedAt: at(-1) }, outcome: { kind: 'refused', because: 'used' } },
    {
      name: 'a used, old one',
      link: { expiresAt: at(-1), usedAt: at(-2) },
      outcome: { kind: 'refused', because: 'used' },
    },
    { name: 'a guessed one', link: undefined, outcome: { kind: 'refused', because: 'unknown' } },
  ])('$name', ({ link, outcome }) => {
    expect(redeemLink(link, now)).toEqual(outcome);
  });
});

it('works for 15 minutes', () => {
  expect(linkExpiresAt(now)).toEqual(at(900_000));
});

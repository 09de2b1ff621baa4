import { describe, expect, it } from '@jest/globals';
import { countedFrom, linkExpiresAt, mayTry, redeemLink, type TryKind } from './sign-in-links.ts';

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
  ])('$name: $outcome.kind', ({ link, outcome }) => {
    expect(redeemLink(link, now)).toEqual(outcome);
  });
});

describe('a sign-in link', () => {
  it('works for 15 minutes', () => {
    expect(linkExpiresAt(now)).toEqual(at(900_000));
  });
});

const HOUR = 3_600_000;
const ago = (ms: number): Date => new Date(now.getTime() - ms);
/** So many tries, the oldest this long ago, a second between them. */
const tries = (count: number, oldestMs: number): Date[] =>
  Array.from({ length: count }, (_, index) => ago(oldestMs - index * 1_000));

const rows: { name: string; kind: TryKind; tried: Date[]; waits: number | null }[] = [
  { name: 'the first redeem', kind: 'REDEEM', tried: [], waits: null },
  { name: 'the tenth redeem', kind: 'REDEEM', tried: tries(9, 60_000), waits: null },
  { name: 'the eleventh redeem', kind: 'REDEEM', tried: tries(10, 60_000), waits: 3_540 },
  { name: 'in any order', kind: 'REDEEM', tried: tries(10, 60_000).toReversed(), waits: 3_540 },
  { name: 'the oldest has left the hour', kind: 'REDEEM', tried: tries(10, HOUR), waits: null },
  { name: 'the oldest is about to leave', kind: 'REDEEM', tried: tries(10, HOUR - 1), waits: 1 },
  { name: 'more than the limit, after it was lowered', kind: 'REDEEM', tried: tries(12, 60_000), waits: 3_542 },
  { name: 'the twentieth request', kind: 'REQUEST', tried: tries(19, 60_000), waits: null },
  { name: 'the twenty-first request', kind: 'REQUEST', tried: tries(20, 60_000), waits: 3_540 },
];

describe('asking for links and redeeming them, at ten an hour', () => {
  it.each(rows)('$name', ({ kind, tried, waits }) => {
    expect(mayTry(kind, tried, 10, now)).toEqual(
      waits === null ? { kind: 'allowed' } : { kind: 'wait', seconds: waits },
    );
  });

  it('counts the last hour', () => {
    expect(countedFrom(now)).toEqual(ago(HOUR));
  });
});

import { describe, expect, it } from '@jest/globals';
import { previousSecretExpiresAt, replaceSecret, secretShownTo } from './key-replacement.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);
const DAY_SECONDS = 86_400;

const usable = { isEnabled: true, expiresAt: null, revokedAt: null };

describe('replacing the secret of a key', () => {
  it.each([
    { name: 'ends the old secret at once', overlap: 0, previousEndsAt: null },
    { name: 'lets it work for a second', overlap: 1, previousEndsAt: at(1_000) },
    { name: 'lets it work for a day', overlap: DAY_SECONDS, previousEndsAt: at(DAY_SECONDS * 1_000) },
  ])('$name', ({ overlap, previousEndsAt }) => {
    expect(replaceSecret(usable, overlap, now)).toEqual({ kind: 'replaced', previousEndsAt });
  });

  it.each([
    { name: 'a key that expires later', key: { ...usable, expiresAt: at(1) }, refused: undefined },
    { name: 'a key that expires now', key: { ...usable, expiresAt: now }, refused: 'EXPIRED' },
    { name: 'a disabled key', key: { ...usable, isEnabled: false }, refused: 'DISABLED' },
    { name: 'a revoked key', key: { ...usable, revokedAt: at(-1) }, refused: 'REVOKED' },
  ])('of $name: $refused', ({ key, refused }) => {
    const replacement = replaceSecret(key, 0, now);
    expect(replacement).toEqual(
      refused === undefined ? { kind: 'replaced', previousEndsAt: null } : { kind: 'refused', status: refused },
    );
  });
});

describe('the end of the replaced secret', () => {
  it.each([
    { name: 'there is none', endsAt: null, shown: null },
    { name: 'to come', endsAt: at(1), shown: at(1) },
    { name: 'reached', endsAt: now, shown: null },
    { name: 'past', endsAt: at(-1), shown: null },
  ])('$name', ({ endsAt, shown }) => {
    expect(previousSecretExpiresAt(endsAt, now)).toEqual(shown);
  });
});

describe('a secret that has not ended was shown to', () => {
  it.each([
    { name: 'its maker', previous: 'person:per_1', endsAt: null, to: ['person:per_2'] },
    {
      name: 'the maker of the replaced one, too',
      previous: 'person:per_1',
      endsAt: at(1),
      to: ['person:per_2', 'person:per_1'],
    },
    { name: 'the maker of both, named once', previous: 'person:per_2', endsAt: at(1), to: ['person:per_2'] },
    { name: 'its maker alone once the other has ended', previous: 'person:per_1', endsAt: now, to: ['person:per_2'] },
  ])('$name', ({ previous, endsAt, to }) => {
    const key = { shownTo: 'person:per_2', previousShownTo: previous, previousEndsAt: endsAt };
    expect(secretShownTo(key, now)).toEqual(to);
  });
});

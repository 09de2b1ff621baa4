import { describe, expect, it } from '@jest/globals';
import {
  keyStatus,
  previousSecretExpiresAt,
  replaceSecret,
  secretShownTo,
  type KeyLifetime,
  type KeyStatus,
} from './key-lifetime.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);
const DAY_SECONDS = 86_400;

describe('the status of a key', () => {
  const past = at(-1);
  const future = at(1);
  const fresh: KeyLifetime = { isEnabled: true, expiresAt: null, revokedAt: null };
  const rows: { name: string; key: KeyLifetime; status: KeyStatus }[] = [
    { name: 'enabled without an end', key: fresh, status: 'ENABLED' },
    { name: 'a millisecond before its end', key: { ...fresh, expiresAt: future }, status: 'ENABLED' },
    { name: 'at its end', key: { ...fresh, expiresAt: now }, status: 'EXPIRED' },
    { name: 'a millisecond after its end', key: { ...fresh, expiresAt: past }, status: 'EXPIRED' },
    { name: 'disabled', key: { ...fresh, isEnabled: false }, status: 'DISABLED' },
    { name: 'disabled and expired', key: { ...fresh, isEnabled: false, expiresAt: past }, status: 'EXPIRED' },
    { name: 'revoked', key: { ...fresh, revokedAt: past }, status: 'REVOKED' },
    { name: 'revoked by a clock ahead of ours', key: { ...fresh, revokedAt: future }, status: 'REVOKED' },
    {
      name: 'revoked, disabled and expired',
      key: { isEnabled: false, expiresAt: past, revokedAt: past },
      status: 'REVOKED',
    },
  ];
  it.each(rows)('$name', ({ key, status }) => {
    expect(keyStatus(key, now)).toBe(status);
  });
});

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

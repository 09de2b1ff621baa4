import { describe, expect, it } from '@jest/globals';
import { keyStatus, type KeyLifetime, type KeyStatus } from './key-status.ts';

describe('the status of a key', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const past = new Date(now.getTime() - 1);
  const future = new Date(now.getTime() + 1);
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

// Decides whether an API key may be used at a given time.

export type KeyStatus = 'ENABLED' | 'DISABLED' | 'EXPIRED' | 'REVOKED';

export interface KeyLifetime {
  readonly isEnabled: boolean;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Only an ENABLED key is accepted. If several reasons disable a key, the most permanent one is returned. */
export function keyStatus(key: KeyLifetime, now: Date): KeyStatus {
  if (key.revokedAt !== null) return 'REVOKED';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'EXPIRED';
  return key.isEnabled ? 'ENABLED' : 'DISABLED';
}

// Decides whether an API key may be used, whether its secret may be replaced, and until when the replaced one works.

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

export type KeyReplacement =
  | {
      readonly kind: 'replaced';
      /** Null: the old secret stops at once. A secret that was replaced before it stops at once in either case. */
      readonly previousEndsAt: Date | null;
    }
  | { readonly kind: 'refused'; readonly status: Exclude<KeyStatus, 'ENABLED'> };

/** A key has at most two live secrets: after a leak, a replacement must work and must not prolong older secrets. */
export function replaceSecret(key: KeyLifetime, overlapSeconds: number, now: Date): KeyReplacement {
  const status = keyStatus(key, now);
  if (status !== 'ENABLED') return { kind: 'refused', status };
  return {
    kind: 'replaced',
    previousEndsAt: overlapSeconds === 0 ? null : new Date(now.getTime() + overlapSeconds * 1_000),
  };
}

interface ShownSecrets {
  readonly shownTo: string;
  readonly previousShownTo: string;
  readonly previousEndsAt: Date | null;
}

/** Who was shown a secret that has not ended, as the audit log names actors. */
export function secretShownTo({ shownTo, previousShownTo, previousEndsAt }: ShownSecrets, now: Date): string[] {
  const isAlone = previousSecretExpiresAt(previousEndsAt, now) === null || previousShownTo === shownTo;
  return isAlone ? [shownTo] : [shownTo, previousShownTo];
}

/** Null once the replaced secret has ended. */
export function previousSecretExpiresAt(endsAt: Date | null, now: Date): Date | null {
  return endsAt !== null && endsAt > now ? endsAt : null;
}

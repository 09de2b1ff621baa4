// Decides whether the secret of a key may be replaced, and until when the replaced secret still works.
import { keyStatus, type KeyLifetime, type KeyStatus } from './key-status.ts';

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

import { previousSecretExpiresAt, secretShownTo } from './key-lifetime.ts';
import type { ApiKey } from './key.repository.ts';

/** A key as people see it. The secret is shown once, beside it. */
export function shownKey(key: ApiKey, now: Date) {
  return {
    id: key.id,
    name: key.name,
    access: key.access,
    enabled: key.isEnabled,
    prefix: key.prefix,
    lastFour: key.lastFour,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    previousSecretExpiresAt: previousSecretExpiresAt(key.previousEndsAt, now)?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: key.lastUsedFrom,
    createdAt: key.createdAt.toISOString(),
    createdBy: key.createdBy,
    secretShownTo: secretShownTo(key, now),
  };
}

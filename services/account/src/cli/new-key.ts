import { randomBytes } from 'node:crypto';
import type { Access } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { actorReference } from '../audit/actor.ts';
import { keyStatus, secretShownTo } from '../keys/key-lifetime.ts';
import { makeSecret } from '../keys/key-secret.ts';
import { KeyRepository, type ApiKey } from '../keys/key.repository.ts';
import type { Context } from './command.ts';
import { recorded } from './recorded.ts';
import { fields } from './table.ts';

interface KeyFields {
  readonly organizationId: string;
  readonly name: string;
  readonly access: Access;
  readonly expiresAt: Date | null;
}

/** Its text is shown once: only its hash is stored. */
export interface NewKey {
  readonly text: string;
  readonly stored: ApiKey;
}

/** Undefined if there is no such organization. */
export async function createKey(context: Context, given: KeyFields): Promise<NewKey | undefined> {
  const { connections, now, operator } = context;
  const { text, stored: secret } = makeSecret(randomBytes);
  const id = newId('key', now.getTime());
  const fresh = { ...given, id, secret, createdBy: actorReference(operator), createdAt: now };
  const keys = new KeyRepository(await connections.database());
  const stored = await recorded(context, {
    operation: 'createKey',
    change: (tx) => keys.create(fresh, tx),
    organizationOf: ({ organizationId }) => organizationId,
  });
  return stored === undefined ? undefined : { text, stored };
}

/** For `--json`. */
export function newKeyAnswer({ text, stored }: NewKey, now: Date) {
  const { id, ...rest } = shownKey(stored, now);
  return { id, key: text, ...rest };
}

export function newKeyText({ text, stored }: NewKey, now: Date): string {
  const shown = fields({ key: text, ...keyRow(stored, now) });
  return `Created a key.\n\n${shown}\n\nKeep the key now: it will not be shown again.`;
}

export function shownKey(key: ApiKey, now: Date) {
  const secrets = { shownTo: undefined, previousShownTo: undefined, secretShownTo: secretShownTo(key, now) };
  return { ...key, ...secrets, status: keyStatus(key, now) };
}

export function keyRow(key: ApiKey, now: Date) {
  return {
    id: key.id,
    name: key.name,
    access: key.access,
    status: keyStatus(key, now),
    expires: key.expiresAt,
    'last used': key.lastUsedAt,
    created: key.createdAt,
  };
}

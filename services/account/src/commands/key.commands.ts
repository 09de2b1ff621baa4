import type { Access } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { KeyRepository, type ApiKey } from '../keys/key.repository.ts';
import {
  answer,
  command,
  refuse,
  refuseUnknownOrganization,
  type Context,
  type Group,
  type Outcome,
} from '../cli/command.ts';
import { createKey, keyRow, newKeyAnswer, newKeyText, shownKey } from '../cli/new-key.ts';
import { argument, choice, expiryTime, idText, nameText, optional, quoted, required } from '../cli/option.ts';
import { recorded } from '../cli/recorded.ts';
import { fields, table } from '../cli/table.ts';

const id = argument(idText, 'The key, as vedette key list shows it');
const EXAMPLE_ID = 'key_01kb3cr8w4j6t0pqm2ysd5xhze';
const organization = required(idText, 'The organization, as vedette org list shows it');

export const keyCommands: Group = {
  name: 'key',
  about: 'API keys of an organization. Changes take effect everywhere within two seconds.',
  commands: [
    command({
      name: 'create',
      about: 'Create a key and print it, once',
      details: 'Only its hash is stored: what is printed cannot be shown again.',
      example: 'key create --org org_01kb3cq5m8e7x2vnd4gtz9whya --name "CI" --access READ_ONLY --expires 90d',
      options: {
        org: organization,
        name: required(nameText, '1 to 120 characters'),
        access: required(choice<Access>(['FULL', 'READ_ONLY']), 'READ_ONLY reads, FULL also changes'),
        expires: optional(expiryTime, 'A span (90d, 12h), a date or a timestamp; never, if left out'),
      },
      run: async ({ org, name, access, expires }, context) => {
        const created = await createKey(context, { organizationId: org, name, access, expiresAt: expires ?? null });
        if (created === undefined) return refuseUnknownOrganization(org);
        return answer(newKeyAnswer(created, context.now), newKeyText(created, context.now));
      },
    }),
    command({
      name: 'list',
      about: 'List the keys of an organization, the oldest first',
      example: 'key list --org org_01kb3cq5m8e7x2vnd4gtz9whya',
      options: { org: organization },
      run: async ({ org }, { connections, now }) => {
        const database = await connections.database();
        const keys = await new KeyRepository(database).list(org);
        const rows = keys.map((key) => keyRow(key, now));
        return answer(
          keys.map((key) => shownKey(key, now)),
          table(rows, 'The organization has no keys yet: vedette key create makes one.'),
        );
      },
    }),
    command({
      name: 'disable',
      about: 'Disable a key; vedette key enable brings it back',
      example: `key disable ${EXAMPLE_ID}`,
      options: { id },
      run: async (given, context) => {
        const keys = await keysOf(context);
        const disable = (tx: Sql) => keys.setEnabled(given.id, false, tx);
        const key = await recordedKey(context, 'updateKey', ['enabled'], disable);
        return key === undefined ? refuseUnknownKey(given.id) : changed('Disabled the key', key, context);
      },
    }),
    command({
      name: 'enable',
      about: 'Enable a disabled key',
      example: `key enable ${EXAMPLE_ID}`,
      options: { id },
      run: async (given, context) => {
        const keys = await keysOf(context);
        const enable = (tx: Sql) => keys.setEnabled(given.id, true, tx);
        const key = await recordedKey(context, 'updateKey', ['enabled'], enable);
        if (key !== undefined) return changed('Enabled the key', key, context);
        return (await keys.find(given.id)) === undefined
          ? refuseUnknownKey(given.id)
          : refuse(`The key ${given.id} is revoked, which cannot be undone: create another.`);
      },
    }),
    command({
      name: 'revoke',
      about: 'Revoke a key for good',
      example: `key revoke ${EXAMPLE_ID}`,
      options: { id },
      run: async (given, context) => {
        const keys = await keysOf(context);
        const key = await recordedKey(context, 'deleteKey', [], (tx) => keys.revoke(given.id, context.now, tx));
        return key === undefined ? refuseUnknownKey(given.id) : changed('Revoked the key', key, context);
      },
    }),
  ],
};

async function keysOf({ connections }: Context): Promise<KeyRepository> {
  return new KeyRepository(await connections.database());
}

function recordedKey(
  context: Context,
  operation: string,
  changedFields: readonly string[],
  change: (tx: Sql) => Promise<ApiKey | undefined>,
): Promise<ApiKey | undefined> {
  return recorded(context, { operation, changedFields, change, organizationOf: (key) => key.organizationId });
}

async function changed(what: string, key: ApiKey, { connections, now }: Context): Promise<Outcome> {
  await connections.announce({ keyId: key.id });
  return answer(shownKey(key, now), `${what}.\n\n${fields(keyRow(key, now))}`);
}

function refuseUnknownKey(keyId: string): Outcome {
  return refuse(`There is no key ${quoted(keyId)}.`);
}

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { internal, newId, type Credential } from '@vedette/contract';
import { hashApiKey, makeApiKey } from '@vedette/contract/api-key';
import { sqlOf } from '@vedette/database';
import { KeyRepository, type NewApiKey } from '../src/keys/key.repository.ts';
import { makeSecret } from '../src/keys/key-secret.ts';
import { OrganizationRepository } from '../src/organizations/organization.repository.ts';
import { credentialsOf, startSuite, type Suite } from './suite.ts';

let suite: Suite;
let keys: KeyRepository;
let organizationId: string;

beforeAll(async () => {
  suite = await startSuite();
  keys = new KeyRepository(suite.pool);
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = newId('org');
  await new OrganizationRepository(sqlOf(suite.pool)).create({
    id: organizationId,
    name: 'Acme',
    plan: 'TEAM',
    subscription: 'PAST_DUE',
    createdAt: new Date(),
  });
});

async function newKey(given: Partial<NewApiKey> = {}): Promise<NewApiKey & { hash: string }> {
  const key: NewApiKey = {
    id: newId('key'),
    organizationId,
    name: 'CI',
    secret: makeSecret(randomBytes).stored,
    access: 'READ_ONLY',
    expiresAt: null,
    createdBy: 'operator:root',
    createdAt: new Date(),
    ...given,
  };
  await keys.create(key);
  return { ...key, hash: key.secret.hash };
}

const asked = (...hashes: string[]): Promise<(Credential | null)[]> => credentialsOf(suite, hashes);

async function keyIdsOf(...hashes: string[]): Promise<(string | undefined)[]> {
  return (await asked(...hashes)).map((credential) =>
    credential?.kind === 'key' ? credential.caller.keyId : undefined,
  );
}

describe('who presents a key', () => {
  it('is told with all that the gateway needs', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { id, hash } = await newKey({ expiresAt });
    expect(await asked(hash)).toEqual([
      {
        kind: 'key',
        name: 'CI',
        caller: {
          organizationId,
          keyId: id,
          access: 'READ_ONLY',
          subscription: 'PAST_DUE',
          plan: {
            name: 'TEAM',
            monitors: 100,
            fastestIntervalSeconds: 60,
            statusPages: 5,
            webhookEndpoints: 10,
            maintenanceWindows: 100,
          },
        },
        expiresAt: expiresAt.toISOString(),
      },
    ]);
  });

  it('is told for many hashes at once, each in its place', async () => {
    const [one, two] = [await newKey(), await newKey()];
    const unknown = Array.from({ length: 498 }, () => hashApiKey(makeApiKey(randomBytes)));
    const answers = await keyIdsOf(two.hash, ...unknown, one.hash);
    expect(answers).toEqual([two.id, ...unknown.map(() => undefined), one.id]);
  });

  it('is nobody for a key that may not be used', async () => {
    const [usable, disabled, revoked] = [await newKey(), await newKey(), await newKey()];
    const expired = await newKey({ expiresAt: new Date(Date.now() - 1) });
    await keys.setEnabled(disabled.id, false);
    await keys.revoke(revoked.id, new Date());
    const hashes = [usable, disabled, revoked, expired].map(({ hash }) => hash);
    expect(await keyIdsOf(...hashes)).toEqual([usable.id, undefined, undefined, undefined]);
  });

  it('follows every change at once', async () => {
    const { id, hash } = await newKey();
    expect(await keyIdsOf(hash)).toEqual([id]);
    await keys.setEnabled(id, false);
    expect(await keyIdsOf(hash)).toEqual([undefined]);
    await keys.setEnabled(id, true);
    expect(await keyIdsOf(hash)).toEqual([id]);
    await new OrganizationRepository(sqlOf(suite.pool)).update(organizationId, {
      plan: 'FREE',
      subscription: 'CANCELED',
    });
    expect(await asked(hash)).toMatchObject([{ caller: { subscription: 'CANCELED', plan: { name: 'FREE' } } }]);
  });
});

it('keeps when keys were last used, the latest of what gateways say', async () => {
  const [one, two] = [await newKey(), await newKey()];
  const [earlier, later] = ['2026-06-01T12:00:00.000Z', '2026-06-01T12:00:01.500Z'];
  await suite.rpc.ask(internal.noteKeyUses, {
    uses: [
      { keyId: one.id, at: later, from: '192.0.2.1' },
      { keyId: 'key_gone', at: later },
    ],
  });
  await suite.rpc.ask(internal.noteKeyUses, {
    uses: [
      { keyId: one.id, at: earlier },
      { keyId: two.id, at: earlier },
    ],
  });
  const lastUsed = (await keys.list(organizationId)).map(({ lastUsedAt, lastUsedFrom }) => [
    lastUsedAt?.toISOString(),
    lastUsedFrom,
  ]);
  expect(lastUsed).toEqual([
    [later, '192.0.2.1'],
    [earlier, null],
  ]);
});

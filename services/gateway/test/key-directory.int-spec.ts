import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { createPool } from '@vedette/database';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import type { Pool } from 'pg';
import { hashApiKey, makeApiKey } from '../src/api-key.ts';
import { KeyDirectory } from '../src/gates/key-directory.ts';
import { KeyRepository } from '../src/key.repository.ts';
import { OrganizationRepository } from '../src/organization.repository.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);

let database: TestDatabase;
let pool: Pool;
let repository: KeyRepository;
let organizationId: string;
let directory: KeyDirectory;

beforeAll(async () => {
  database = await createDatabase({ migrations: ['services/gateway'] });
  pool = createPool({ url: database.url, service: 'test', maxConnections: 2, onError: () => undefined });
  repository = new KeyRepository(pool);
  organizationId = newId('org');
  await new OrganizationRepository(pool).create({
    id: organizationId,
    name: 'Acme',
    plan: 'TEAM',
    subscription: 'ACTIVE',
    createdAt: now,
  });
});

beforeEach(() => {
  directory = new KeyDirectory(repository);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function newKey(expiresAt: Date | null = null): Promise<{ id: string; key: string }> {
  const [id, key] = [newId('key'), makeApiKey(randomBytes)];
  const hash = hashApiKey(key);
  await repository.create({ id, organizationId, name: 'CI', hash, access: 'FULL', expiresAt, createdAt: now });
  return { id, key };
}

describe('the caller behind a key', () => {
  it('is found, each key its own', async () => {
    const [one, two] = [await newKey(), await newKey()];
    for (const { id, key } of [one, two, one]) {
      expect(await directory.find(key, now)).toMatchObject({ keyId: id, organizationId, access: 'FULL' });
    }
  });

  it('is nobody for keys that are unknown or not well formed', async () => {
    const { key } = await newKey();
    await directory.find(key, now);
    for (const wrong of ['', `${key}x`, key.slice(0, -1), key.toLowerCase(), makeApiKey(randomBytes)]) {
      expect(await directory.find(wrong, now)).toBeUndefined();
    }
  });

  it('is found as soon as an unknown key is made', async () => {
    const key = makeApiKey(randomBytes);
    expect(await directory.find(key, now)).toBeUndefined();
    const hash = hashApiKey(key);
    const id = newId('key');
    await repository.create({ id, organizationId, name: 'CI', hash, access: 'FULL', expiresAt: null, createdAt: now });
    expect(await directory.find(key, now)).toMatchObject({ keyId: id });
  });
});

describe('what is believed of a key', () => {
  it('is believed for less than a second', async () => {
    const { id, key } = await newKey();
    await directory.find(key, now);
    await repository.setEnabled(id, false);
    expect(await directory.find(key, after(999))).toMatchObject({ keyId: id });
    expect(await directory.find(key, after(1_000))).toBeUndefined();
  });

  it('is not believed longer because others ask as well', async () => {
    const { id, key } = await newKey();
    const other = await newKey();
    await directory.find(key, now);
    await repository.revoke(id, now);
    for (let ms = 0; ms < 1_000; ms += 250) {
      await directory.find(other.key, after(ms));
      await directory.find(key, after(ms));
    }
    expect(await directory.find(key, after(1_000))).toBeUndefined();
  });

  it('does not outlive its expiry', async () => {
    const { id, key } = await newKey(after(500));
    expect(await directory.find(key, after(499))).toMatchObject({ keyId: id });
    expect(await directory.find(key, after(500))).toBeUndefined();
  });
});

it('writes when keys were last used, not when they were refused', async () => {
  const [used, expired] = [await newKey(), await newKey(now)];
  for (const ms of [0, 10, 20]) await directory.find(used.key, after(ms));
  await directory.find(expired.key, now);
  await directory.writeLastUsed();
  expect(await repository.find(used.id)).toMatchObject({ lastUsedAt: after(20) });
  expect(await repository.find(expired.id)).toMatchObject({ lastUsedAt: null });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { createPool, sqlOf } from '@vedette/database';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import type { Pool } from 'pg';
import { KeyRepository, type KeyRecord, type NewApiKey } from '../src/keys/key.repository.ts';
import { makeSecret } from '../src/keys/key-secret.ts';
import { OrganizationRepository } from '../src/organizations/organization.repository.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const later = new Date('2026-06-01T12:00:01.000Z');

let database: TestDatabase;
let pool: Pool;
let keys: KeyRepository;
let organizations: OrganizationRepository;
let organizationId: string;

beforeAll(async () => {
  database = await createDatabase({ migrations: ['services/account'] });
  pool = openPool(database.url);
  keys = new KeyRepository(pool);
  organizations = new OrganizationRepository(sqlOf(pool));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

function openPool(url: string): Pool {
  return createPool({ url, service: 'test', maxConnections: 10, onError: () => undefined });
}

beforeEach(async () => {
  organizationId = newId('org');
  await organizations.create({
    id: organizationId,
    name: 'Acme',
    plan: 'TEAM',
    subscription: 'PAST_DUE',
    createdAt: now,
  });
});

function newKey(given: Partial<NewApiKey> = {}): NewApiKey {
  return {
    id: newId('key'),
    organizationId,
    name: 'CI',
    secret: makeSecret(randomBytes).stored,
    access: 'READ_ONLY',
    expiresAt: null,
    createdBy: 'operator:root',
    createdAt: now,
    ...given,
  };
}

async function foundOf({ secret: { hash } }: NewApiKey): Promise<KeyRecord | undefined> {
  return (await keys.findByHashes([hash])).get(hash);
}

describe('finding keys by their hashes', () => {
  it('gives everything the gateway needs, in one look-up', async () => {
    const key = newKey({ expiresAt: later });
    await keys.create(key);
    expect(await foundOf(key)).toEqual({
      id: key.id,
      name: 'CI',
      organizationId,
      access: 'READ_ONLY',
      subscription: 'PAST_DUE',
      expiresAt: later,
      isEnabled: true,
      revokedAt: null,
      plan: {
        name: 'TEAM',
        monitors: 100,
        fastestIntervalSeconds: 60,
        statusPages: 5,
        webhookEndpoints: 10,
        maintenanceWindows: 100,
      },
    });
  });

  it('finds each under its own hash, and nothing for a hash that is not stored', async () => {
    const [one, two, unknown] = [newKey(), newKey(), newKey()];
    await Promise.all([keys.create(one), keys.create(two)]);
    const found = await keys.findByHashes([two, unknown, one, two].map(({ secret }) => secret.hash));
    expect(new Map([...found].map(([hash, { id }]) => [hash, id]))).toEqual(
      new Map([
        [one.secret.hash, one.id],
        [two.secret.hash, two.id],
      ]),
    );
    expect((await keys.findByHashes([])).size).toBe(0);
  });

  it('sees a change of plan, subscription and key at once', async () => {
    const key = newKey();
    await keys.create(key);
    await organizations.update(organizationId, { plan: 'FREE', subscription: 'CANCELED' });
    await keys.setEnabled(key.id, false);
    await keys.revoke(key.id, later);
    expect(await foundOf(key)).toMatchObject({
      subscription: 'CANCELED',
      isEnabled: false,
      revokedAt: later,
      plan: { name: 'FREE', monitors: 10 },
    });
  });
});

describe('the last use of a key', () => {
  it('is noted for many keys at once, each with its own instant', async () => {
    const [one, two, unused] = [newKey(), newKey(), newKey()];
    await Promise.all([one, two, unused].map((key) => keys.create(key)));
    await keys.touchLastUsed([
      { id: one.id, at: now, from: null },
      { id: two.id, at: later, from: null },
      { id: 'key_gone', at: later, from: null },
    ]);
    const listed = new Map((await keys.list(organizationId)).map((key) => [key.id, key.lastUsedAt]));
    expect(listed).toEqual(
      new Map([
        [one.id, now],
        [two.id, later],
        [unused.id, null],
      ]),
    );
  });

  it('never goes back when replicas write out of order', async () => {
    const key = newKey();
    await keys.create(key);
    await keys.touchLastUsed([{ id: key.id, at: later, from: '192.0.2.1' }]);
    await keys.touchLastUsed([{ id: key.id, at: now, from: '192.0.2.2' }]);
    expect(await keys.find(key.id)).toMatchObject({ lastUsedAt: later, lastUsedFrom: '192.0.2.1' });
  });

  it('is written by replicas side by side without a deadlock, whatever the order of their keys', async () => {
    const all = Array.from({ length: 50 }, () => newKey());
    await Promise.all(all.map((key) => keys.create(key)));
    const ids = all.map(({ id }) => id);
    // Forces the plan of a large table: each row is reached through the index, in the order of the given ids.
    const url = new URL(database.url);
    url.searchParams.set('options', '-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off');
    const ofReplicas = openPool(url.href);
    const replicas = new KeyRepository(ofReplicas);
    const rounds = Array.from({ length: 40 }, (_, round) => {
      const at = new Date(now.getTime() + round);
      const ordered = round % 2 === 0 ? ids : [...ids.slice(25), ...ids.slice(0, 25)];
      return replicas.touchLastUsed(ordered.map((id) => ({ id, at, from: null })));
    });
    const written = await Promise.allSettled(rounds);
    await ofReplicas.end();
    expect(written.filter(({ status }) => status === 'rejected')).toEqual([]);
    const lastUsed = (await keys.list(organizationId)).map((key) => key.lastUsedAt?.getTime());
    expect(new Set(lastUsed)).toEqual(new Set([now.getTime() + 39]));
  });
});

describe('a key through its life', () => {
  it('is not made for an organization that does not exist', async () => {
    expect(await keys.create(newKey({ organizationId: 'org_gone' }))).toBeUndefined();
  });

  it('is listed for its own organization alone, the oldest first', async () => {
    const [older, newer] = [newId('key', 1), newId('key', 2)];
    await keys.create(newKey({ id: newer }));
    await keys.create(newKey({ id: older }));
    expect((await keys.list(organizationId)).map(({ id }) => id)).toEqual([older, newer]);
    expect(await keys.list('org_gone')).toEqual([]);
  });

  it('can be disabled and enabled again', async () => {
    const { id } = newKey();
    await keys.create(newKey({ id }));
    expect(await keys.setEnabled(id, false)).toMatchObject({ isEnabled: false });
    expect(await keys.setEnabled(id, true)).toMatchObject({ isEnabled: true });
  });

  it('is not enabled once it is revoked, and keeps the instant of its first revocation', async () => {
    const { id } = newKey();
    await keys.create(newKey({ id }));
    await keys.revoke(id, now);
    expect(await keys.revoke(id, later)).toMatchObject({ revokedAt: now });
    expect(await keys.setEnabled(id, false)).toMatchObject({ isEnabled: false, revokedAt: now });
    expect(await keys.setEnabled(id, true)).toBeUndefined();
    expect(await keys.find(id)).toMatchObject({ isEnabled: false, revokedAt: now });
  });

  it('is not found by an id that does not exist', async () => {
    expect(await keys.find('key_gone')).toBeUndefined();
    expect(await keys.setEnabled('key_gone', true)).toBeUndefined();
    expect(await keys.revoke('key_gone', now)).toBeUndefined();
  });
});

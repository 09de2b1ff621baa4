import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, ORGANIZATION_LIMITS } from '@vedette/contract';
import { hashApiKey } from '@vedette/contract/api-key';
import { tablesWith } from '@vedette/test-kit';
import type { ActingMember } from '../src/acting.ts';
import { KeyService } from '../src/keys/key.service.ts';
import {
  answerOf,
  credentialsOf,
  keyed,
  newMember,
  newOrganization,
  startSuite,
  type Json,
  type Suite,
} from './suite.ts';

const PAGE = { limit: 25, offset: 0 };
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let suite: Suite;
let keys: KeyService;
let organizationId: string;
let admin: ActingMember;

beforeAll(async () => {
  suite = await startSuite();
  keys = suite.service.get(KeyService);
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
  admin = await newMember(suite, organizationId, 'ADMIN');
});

function create(by = admin, expiresAt: string | null = null): Promise<Json> {
  return answerOf(keys.create(by, { name: 'CI', access: 'FULL', expiresAt }));
}

/** The id of the key that each secret belongs to; null for one that may not be used. */
async function keyIdsOf(...secrets: unknown[]): Promise<(string | null)[]> {
  const hashes = secrets.map((secret) => hashApiKey(String(secret)));
  const credentials = await credentialsOf(suite, hashes);
  return credentials.map((credential) => (credential?.kind === 'key' ? credential.caller.keyId : null));
}

async function listed(): Promise<Json[]> {
  return (await answerOf(keys.list(organizationId, PAGE)))['data'] as Json[];
}

describe('a new key', () => {
  it('is shown with its secret once, works at once, and is in no table', async () => {
    const { secret, ...key } = await create();
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'CI',
      access: 'FULL',
      enabled: true,
      prefix: String(secret).slice(0, 8),
      lastFour: String(secret).slice(-4),
      expiresAt: null,
      previousSecretExpiresAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
      createdAt: iso,
      createdBy: `person:${admin.person.id}`,
      secretShownTo: [`person:${admin.person.id}`],
    });
    expect(await listed()).toEqual([key]);
    expect(await keyIdsOf(secret)).toEqual([key['id']]);
    expect(await tablesWith(suite.pool, 'account', String(key['id']))).toContain('api_key');
    expect(await tablesWith(suite.pool, 'account', String(secret))).toEqual([]);
  });

  it('is made once for an idempotency key, and the stored answer does not reveal the secret', async () => {
    const by = keyed(admin);
    const [first, again] = [await create(by), await create(by)];
    expect(again).toEqual(first);
    expect(await listed()).toHaveLength(1);
    const { rows } = await suite.pool.query<{ answer: Buffer }>(
      'SELECT answer FROM account.idempotent_answer WHERE organization_id = $1',
      [organizationId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.answer.includes(String(first['secret']))).toBe(false);
    expect(await suite.auditOf(organizationId)).toEqual(['createKey']);
  });

  it('expires in the future', async () => {
    const { expiresAt } = await create(admin, '2100-01-01T00:00:00.000Z');
    expect(expiresAt).toBe('2100-01-01T00:00:00.000Z');
    await expect(create(admin, '2020-01-01T00:00:00.000Z')).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('is refused beyond the limit of an organization, which revoked keys do not count for', async () => {
    const limit = ORGANIZATION_LIMITS['API keys'];
    const insertKeys = (count: number, revokedAt: Date | null) =>
      suite.pool.query(
        `INSERT INTO account.api_key (id, organization_id, name, access, created_by, created_at, revoked_at)
         SELECT 'key_' || gen_random_uuid(), $1, 'CI', 'FULL', 'operator:root', now(), $3
         FROM generate_series(1, $2::integer)`,
        [organizationId, count, revokedAt],
      );
    await insertKeys(5, new Date());
    await insertKeys(limit - 1, null);
    const created = await Promise.allSettled([create(), create()]);
    const refusals = created.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toMatchObject([
      { code: 'conflict', message: expect.stringContaining(`at most ${limit} API keys`) },
    ]);
  });
});

describe('a key', () => {
  it('is renamed and disabled, and the audit log names the fields', async () => {
    const { id, secret } = await create();
    const update = (change: object) => answerOf(keys.update(admin, String(id), change));
    expect(await update({ name: 'Deploy', enabled: false })).toMatchObject({ id, name: 'Deploy', enabled: false });
    expect(await keyIdsOf(secret)).toEqual([null]);
    expect(await update({ enabled: true })).toMatchObject({ name: 'Deploy', enabled: true });
    expect(await keyIdsOf(secret)).toEqual([id]);
    const { rows } = await suite.pool.query(
      `SELECT changed_fields AS fields, resource_id AS id, address FROM account.audit_log
       WHERE organization_id = $1 AND operation = 'updateKey' ORDER BY at, id`,
      [organizationId],
    );
    expect(rows).toEqual([
      { fields: ['name', 'enabled'], id, address: admin.address },
      { fields: ['enabled'], id, address: admin.address },
    ]);
  });

  it('that is deleted is revoked, and is gone for people', async () => {
    const { id, secret } = await create();
    expect(await answerOf(keys.delete(admin, String(id)))).toEqual({ data: { id } });
    expect(await keyIdsOf(secret)).toEqual([null]);
    expect(await listed()).toEqual([]);
    const gone = { code: 'not_found' };
    await expect(keys.delete(admin, String(id))).rejects.toMatchObject(gone);
    await expect(keys.update(admin, String(id), { enabled: true })).rejects.toMatchObject(gone);
  });

  it('of another organization is not found', async () => {
    const { id } = await create();
    const stranger = await newMember(suite, await newOrganization(suite), 'OWNER');
    const gone = { code: 'not_found' };
    await expect(keys.update(stranger, String(id), { name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(keys.delete(stranger, String(id))).rejects.toMatchObject(gone);
    await expect(keys.replace(stranger, String(id), 0)).rejects.toMatchObject(gone);
  });
});

describe('a replaced secret', () => {
  it('stops at once without an overlap', async () => {
    const { id, secret } = await create();
    const replaced = await answerOf(keys.replace(admin, String(id), 0));
    expect(replaced).toMatchObject({ id, previousSecretExpiresAt: null });
    expect(await keyIdsOf(secret, replaced['secret'])).toEqual([null, id]);
  });

  it('works on for the overlap, at most two secrets at once', async () => {
    const { id, secret } = await create();
    const second = await answerOf(keys.replace(admin, String(id), 60));
    expect(second['previousSecretExpiresAt']).toEqual(iso);
    expect(await keyIdsOf(secret, second['secret'])).toEqual([id, id]);
    const third = await answerOf(keys.replace(admin, String(id), 60));
    expect(await keyIdsOf(secret, second['secret'], third['secret'])).toEqual([null, id, id]);
    await suite.pool.query(
      `UPDATE account.key_secret SET ends_at = now() - interval '1 second' WHERE key_id = $1 AND ends_at IS NOT NULL`,
      [id],
    );
    expect(await keyIdsOf(second['secret'], third['secret'])).toEqual([null, id]);
    expect(await listed()).toMatchObject([
      { previousSecretExpiresAt: null, prefix: String(third['secret']).slice(0, 8) },
    ]);
  });

  it.each([
    { name: 'disabled', spoil: 'is_enabled = false' },
    { name: 'expired', spoil: `expires_at = now() - interval '1 second'` },
    { name: 'revoked', spoil: 'revoked_at = now()' },
  ])('is refused for a key that is $name', async ({ name, spoil }) => {
    const { id } = await create();
    await suite.pool.query(`UPDATE account.api_key SET ${spoil} WHERE id = $1`, [id]);
    await expect(keys.replace(admin, String(id), 0)).rejects.toMatchObject({
      code: 'conflict',
      message: `The key is ${name}, so its secret cannot be replaced.`,
    });
  });

  it('is not there for a key that does not exist', async () => {
    await expect(keys.replace(admin, newId('key'), 0)).rejects.toMatchObject({ code: 'not_found' });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { contract, type Operation } from '@vedette/contract';
import { createDatabase, operatorOf, waitFor } from '@vedette/test-kit';
import type { ApiClient, ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';

let fixture: SharedFixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});

const operations = contract.operations.map((operation) => ({ id: operation.id, operation }));

function call(api: ApiClient, operation: Operation, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'unknown');
  return api.request(operation.method, path, operation.body === undefined ? { headers } : { json: {}, headers });
}

describe('every operation refuses with 401', () => {
  let refused: { name: string; headers: () => Record<string, string> }[];
  let unknown: string;
  let expired: string;
  let disabled: string;
  let revoked: string;

  beforeAll(async () => {
    const { organizationId } = tenant;
    unknown = await keyOfAnotherInstallation();
    const soon = new Date(Date.now() + 1_500).toISOString();
    expired = (await fixture.key(organizationId, { expires: soon })).key;
    const toDisable = await fixture.key(organizationId);
    const toRevoke = await fixture.key(organizationId);
    await fixture.stack.operator.run('key', 'disable', toDisable.id);
    await fixture.stack.operator.run('key', 'revoke', toRevoke.id);
    disabled = toDisable.key;
    revoked = toRevoke.key;
    await waitFor('the key to expire', () => Date.now() > Date.parse(soon));
    refused = [
      { name: 'no key', headers: () => ({}) },
      { name: 'garbage', headers: () => ({ 'x-api-key': 'garbage' }) },
      { name: 'an unknown key', headers: () => ({ 'x-api-key': unknown }) },
      { name: 'a valid key with one letter changed', headers: () => ({ 'x-api-key': changed(tenant.key) }) },
      { name: 'an expired key', headers: () => ({ 'x-api-key': expired }) },
      { name: 'a disabled key', headers: () => ({ 'x-api-key': disabled }) },
      { name: 'a revoked key', headers: () => ({ authorization: `Bearer ${revoked}` }) },
      { name: 'both headers', headers: () => ({ 'x-api-key': tenant.key, authorization: `Bearer ${tenant.key}` }) },
      { name: 'another scheme', headers: () => ({ authorization: `Basic ${tenant.key}` }) },
      { name: 'a key in the query', headers: () => ({}) },
    ];
  });

  it.each(operations)('$id', async ({ operation }) => {
    const answers = await Promise.all(refused.map(({ headers }) => call(fixture.api, operation, headers())));
    expect(answers.map(({ status }, index) => [refused[index]?.name, status])).toEqual(
      refused.map(({ name }) => [name, 401]),
    );
    for (const { body } of answers) expect((body as ErrorEnvelope).error.code).toBe('unauthorized');
  });
});

describe('a read-only key', () => {
  let readOnly: ApiClient;

  beforeAll(async () => {
    readOnly = (await fixture.key(tenant.organizationId, { access: 'READ_ONLY' })).api;
  });

  it.each(operations.filter(({ operation }) => operation.method !== 'GET'))('cannot $id', async ({ operation }) => {
    const { status, body } = await call(readOnly, operation);
    expect([status, (body as ErrorEnvelope).error.code]).toEqual([403, 'forbidden']);
  });

  it.each(operations.filter(({ operation }) => operation.method === 'GET'))('can $id', async ({ operation }) => {
    const { status } = await call(readOnly, operation);
    expect(status).toBe(operation.path.includes('{') ? 404 : 200);
  });
});

describe('a canceled subscription', () => {
  let canceled: ApiClient;

  beforeAll(async () => {
    canceled = (await fixture.tenant({ subscription: 'CANCELED' })).api;
  });

  it.each(operations)('$id: reads work, mutations are 422', async ({ operation }) => {
    const { status, body } = await call(canceled, operation);
    if (operation.method !== 'GET') {
      expect([status, (body as ErrorEnvelope).error.code]).toEqual([422, 'subscription_required']);
    } else expect(status).toBe(operation.path.includes('{') ? 404 : 200);
  });
});

describe('a key', () => {
  it('is taken from either header', async () => {
    const bearer = { authorization: `Bearer ${tenant.key}` };
    expect((await tenant.api.get('/api/v1/monitors')).status).toBe(200);
    expect((await fixture.api.get('/api/v1/monitors', { headers: bearer })).status).toBe(200);
  });

  it('stops working within two seconds of being disabled or revoked, and works again once enabled', async () => {
    const { id, api } = await fixture.key(tenant.organizationId);
    expect((await api.get('/api/v1/monitors')).status).toBe(200);
    await fixture.stack.operator.run('key', 'disable', id);
    await waitFor('the key to be refused', async () => (await api.get('/api/v1/monitors')).status === 401, {
      timeoutMs: 2_000,
    });
    await fixture.stack.operator.run('key', 'enable', id);
    await waitFor('the key to be taken', async () => (await api.get('/api/v1/monitors')).status === 200, {
      timeoutMs: 2_000,
    });
    await fixture.stack.operator.run('key', 'revoke', id);
    await waitFor('the key to be gone', async () => (await api.get('/api/v1/monitors')).status === 401, {
      timeoutMs: 2_000,
    });
  });

  it('shows when and from where it was last used', async () => {
    const { id, api } = await fixture.key(tenant.organizationId);
    await api.get('/api/v1/monitors');
    const used = await waitFor('the time of the last use', async () => {
      const keys = (await fixture.stack.operator.run('key', 'list', '--org', tenant.organizationId)) as {
        id: string;
        lastUsedAt: string | null;
        lastUsedFrom: string | null;
      }[];
      const key = keys.find((each) => each.id === id);
      return key?.lastUsedAt === null ? undefined : key;
    });
    expect(Math.abs(Date.now() - Date.parse(used.lastUsedAt ?? ''))).toBeLessThan(30_000);
    expect(used.lastUsedFrom).toBe('127.0.0.1');
  });
});

function changed(key: string): string {
  const last = key.at(-1) === 'a' ? 'b' : 'a';
  return key.slice(0, -1) + last;
}

/** A key of the right form and checksum that the stack has never issued. */
async function keyOfAnotherInstallation(): Promise<string> {
  const database = await createDatabase({ migrations: ['services/account'] });
  const operator = operatorOf({ DATABASE_URL: database.url });
  try {
    return (await operator.createTenant()).key.key;
  } finally {
    await operator.close();
    await database.drop();
  }
}

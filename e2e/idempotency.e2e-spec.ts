import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { tablesWith } from '@vedette/test-kit';
import pg from 'pg';
import type { ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { sharedFixture, type SharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, HTTP_MONITOR, type Page } from './support/monitors.ts';

let fixture: SharedFixture;
let database: pg.Client;

beforeAll(async () => {
  fixture = await sharedFixture();
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
});
afterAll(() => database.end());

function create(
  tenant: Tenant,
  key: string,
  body: object = HTTP_MONITOR,
): Promise<ApiResponse<Monitor & ErrorEnvelope>> {
  return tenant.api.post('/api/v1/monitors', body, { 'idempotency-key': key });
}

async function total(tenant: Tenant): Promise<number> {
  return (await tenant.api.get<Page<Monitor>>('/api/v1/monitors')).body.pagination.total;
}

describe('an answer that holds a secret', () => {
  it('is replayed, and stands in no table of any service', async () => {
    const tenant = await fixture.tenant();
    const [key, marker] = [randomUUID(), `marker-${randomUUID()}`];
    const url = `http://me:${marker}@127.0.0.1:9/`;
    const fields = { ...HTTP_MONITOR, url, requestHeaders: { 'x-token': marker } };
    const first = await create(tenant, key, fields);
    expect(first.body).toMatchObject({ url, requestHeaders: { 'x-token': marker } });
    const second = await create(tenant, key, fields);
    expect([second.status, second.headers['idempotency-replayed'], second.body]).toEqual([201, 'true', first.body]);
    const path = `/api/v1/monitors/${first.body.id}`;
    const paused = await tenant.api.post(`${path}/pause`, {}, { 'idempotency-key': randomUUID() });
    expect(paused.body).toMatchObject({ requestHeaders: { 'x-token': marker } });
    for (const schema of ['gateway', 'monitor', 'incident', 'status_page']) {
      expect(await tablesWith(database, schema, marker)).toEqual([]);
    }
    expect(await tablesWith(database, 'gateway', key)).toEqual(['idempotency_key']);
  });
});

describe('a repeated key', () => {
  it('replays the first answer, byte for byte, and runs nothing again', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const first = await create(tenant, key);
    const second = await create(tenant, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await total(tenant)).toBe(1);
  });

  it('takes the same input in another order of fields, and with defaults spelt out, as the same', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const first = await create(tenant, key, { name: 'a', type: 'CRON' });
    const second = await create(tenant, key, { graceSeconds: 60, type: 'CRON', name: 'a' });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  });

  it('is a conflict with another body, path or method', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const { body } = await create(tenant, key);
    const headers = { 'idempotency-key': key };
    const answers = await Promise.all([
      create(tenant, key, { ...HTTP_MONITOR, name: 'Other' }),
      tenant.api.post<ErrorEnvelope>(`/api/v1/monitors/${body.id}/pause`, {}, headers),
      tenant.api.patch<ErrorEnvelope>(`/api/v1/monitors/${body.id}`, {}, headers),
      tenant.api.delete<ErrorEnvelope>(`/api/v1/monitors/${body.id}`, headers),
    ]);
    expect(answers.map((answer) => [answer.status, answer.body.error.code])).toEqual(
      answers.map(() => [409, 'idempotency_conflict']),
    );
  });

  it('belongs to its organization', async () => {
    const [one, other] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const key = randomUUID();
    const [first, second] = [await create(one, key), await create(other, key)];
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('works for every mutation of a monitor', async () => {
    const tenant = await fixture.tenant();
    const { id } = await createMonitor(tenant.api);
    const mutations: (() => Promise<ApiResponse>)[] = [
      () => tenant.api.patch(`/api/v1/monitors/${id}`, { name: 'Renamed' }, { 'idempotency-key': 'patch' }),
      () => tenant.api.post(`/api/v1/monitors/${id}/pause`, {}, { 'idempotency-key': 'pause' }),
      () => tenant.api.post(`/api/v1/monitors/${id}/resume`, {}, { 'idempotency-key': 'resume' }),
      () => tenant.api.delete(`/api/v1/monitors/${id}`, { 'idempotency-key': 'delete' }),
    ];
    for (const mutate of mutations) {
      const first = await mutate();
      const second = await mutate();
      expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
      expect(second.body).toEqual(first.body);
    }
  });
});

describe('a key', () => {
  it.each(['a b', 'é', 'k'.repeat(201), 'a,b', ''])('"%s" is malformed', async (key) => {
    const tenant = await fixture.tenant();
    const { status, body } = await tenant.api.request<ErrorEnvelope>('POST', '/api/v1/monitors', {
      json: HTTP_MONITOR,
      headers: { 'idempotency-key': key === 'é' ? 'Ã©' : key },
    });
    expect([status, body.error.code]).toEqual([400, 'invalid_idempotency_key']);
  });

  it('comes after the validation of the body', async () => {
    const tenant = await fixture.tenant();
    const { status, body } = await create(tenant, 'not valid', { name: '' });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
  });

  it('is ignored on reads, even malformed', async () => {
    const tenant = await fixture.tenant();
    expect((await tenant.api.get('/api/v1/monitors', { headers: { 'idempotency-key': 'a b' } })).status).toBe(200);
  });

  it('is free again after a 4xx', async () => {
    const tenant = await fixture.tenant({ plan: 'FREE' });
    const key = randomUUID();
    const refused = await create(tenant, key, { ...HTTP_MONITOR, intervalSeconds: 30 });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'plan_limit']);
    expect((await create(tenant, key)).status).toBe(201);
  });

  it('is free again after 24 hours from the first request, and not before', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const first = await create(tenant, key);
    await age(tenant, key, '23 hours 59 minutes');
    expect((await create(tenant, key)).body.id).toBe(first.body.id);
    await age(tenant, key, '1 minute');
    const later = await create(tenant, key, { ...HTTP_MONITOR, name: 'Another' });
    expect(later.status).toBe(201);
    expect(later.body.id).not.toBe(first.body.id);
  });

  /** Lets time pass for one key: in the gateway's row and in the owner's. */
  async function age(tenant: Tenant, key: string, by: string): Promise<void> {
    for (const table of ['gateway.idempotency_key', 'monitor.idempotent_answer']) {
      await database.query(
        `UPDATE ${table} SET created_at = created_at - $3::interval WHERE organization_id = $1 AND key = $2`,
        [tenant.organizationId, key, by],
      );
    }
  }
});

describe('parallel requests', () => {
  it('with one key make one resource; the others get the replay or are told that it is in progress', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(tenant, key)));
    const made = answers.filter(({ status }) => status === 201);
    const busy = answers.filter(({ status }) => status !== 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    for (const { status, body } of busy) expect([status, body.error.code]).toEqual([409, 'idempotency_in_progress']);
    expect(await total(tenant)).toBe(1);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, HTTP_MONITOR, type Page } from './support/monitors.ts';

let fixture: SharedFixture;

beforeAll(async () => {
  fixture = await sharedFixture();
});

function list(tenant: Tenant, query = ''): Promise<Page<Monitor>> {
  return tenant.api.get<Page<Monitor>>(`/api/v1/monitors${query}`).then(({ body }) => body);
}

describe('a list', () => {
  it('pages through everything once, newest first, with the whole total', async () => {
    const tenant = await fixture.tenant();
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.push((await createMonitor(tenant.api, { name: `m${index}` })).id);
    const pages = await Promise.all([0, 3, 6, 9].map((offset) => list(tenant, `?limit=3&offset=${offset}`)));
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1, 0]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(made.toReversed());
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [0, 3, 6, 9].map((offset) => ({ limit: 3, offset, total: 7 })),
    );
  });

  it('has 25 of them by default', async () => {
    const tenant = await fixture.tenant();
    await Promise.all(Array.from({ length: 26 }, () => createMonitor(tenant.api)));
    const { data, pagination } = await list(tenant);
    expect([data.length, pagination]).toEqual([25, { limit: 25, offset: 0, total: 26 }]);
  });
});

describe('an organization', () => {
  it('sees and touches nothing of another', async () => {
    const [owner, stranger] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const { id } = await createMonitor(owner.api);
    const path = `/api/v1/monitors/${id}`;
    // Its own check may change it, a stranger may not.
    const before = await waitFor('the first check', async () => {
      const { body } = await owner.api.get<Monitor>(path);
      return body.state !== 'PENDING' && body;
    });
    const answers = await Promise.all([
      stranger.api.get<ErrorEnvelope>(path),
      stranger.api.patch<ErrorEnvelope>(path, { name: 'mine' }),
      stranger.api.post<ErrorEnvelope>(`${path}/pause`, {}),
      stranger.api.post<ErrorEnvelope>(`${path}/resume`, {}),
      stranger.api.delete<ErrorEnvelope>(path),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(answers.map(() => [404, 'not_found']));
    expect((await list(stranger)).pagination.total).toBe(0);
    expect((await owner.api.get(path)).body).toEqual(before);
  });

  it('cannot be chosen by a body', async () => {
    const [one, other] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const { status } = await one.api.post('/api/v1/monitors', {
      ...HTTP_MONITOR,
      organizationId: other.organizationId,
    });
    expect(status).toBe(400);
  });
});

describe('a monitor', () => {
  it('goes from PENDING to PAUSED and back, and only real changes move updatedAt', async () => {
    const tenant = await fixture.tenant();
    const { id, createdAt } = await createMonitor(tenant.api);
    const path = `/api/v1/monitors/${id}`;
    const paused = (await tenant.api.post<Monitor>(`${path}/pause`, {})).body;
    const again = (await tenant.api.post<Monitor>(`${path}/pause`, {})).body;
    const resumed = (await tenant.api.post<Monitor>(`${path}/resume`, {})).body;
    expect([paused.state, resumed.state]).toEqual(['PAUSED', 'PENDING']);
    expect(again).toEqual(paused);
    expect(paused.updatedAt > createdAt).toBe(true);
    expect(resumed.updatedAt > paused.updatedAt).toBe(true);
  });

  it('is gone at once when it is deleted', async () => {
    const tenant = await fixture.tenant();
    const { id } = await createMonitor(tenant.api);
    expect((await tenant.api.delete(`/api/v1/monitors/${id}`)).body).toEqual({ data: { id } });
    expect((await tenant.api.get(`/api/v1/monitors/${id}`)).status).toBe(404);
    expect((await tenant.api.delete(`/api/v1/monitors/${id}`)).status).toBe(404);
    expect((await list(tenant)).pagination.total).toBe(0);
  });

  it('of type CRON has an unguessable address that survives updates, and others have none', async () => {
    const tenant = await fixture.tenant();
    const cron = await createMonitor(tenant.api, { type: 'CRON', url: null });
    const other = await createMonitor(tenant.api, { type: 'CRON', url: null });
    expect(cron.heartbeatUrl).toMatch(new RegExp(`^${fixture.stack.heartbeatUrl}/[A-Za-z0-9_-]{22,}$`));
    expect(other.heartbeatUrl).not.toBe(cron.heartbeatUrl);
    const renamed = (await tenant.api.patch<Monitor>(`/api/v1/monitors/${cron.id}`, { name: 'x' })).body;
    expect(renamed.heartbeatUrl).toBe(cron.heartbeatUrl);
    const changed = (
      await tenant.api.patch<Monitor>(`/api/v1/monitors/${cron.id}`, { type: 'PING', host: '127.0.0.1' })
    ).body;
    expect([changed.heartbeatUrl, changed.state]).toEqual([null, 'PENDING']);
  });

  it('keeps every one of many concurrent updates', async () => {
    const tenant = await fixture.tenant();
    const { id } = await createMonitor(tenant.api);
    const path = `/api/v1/monitors/${id}`;
    await Promise.all([
      tenant.api.patch(path, { name: 'renamed' }),
      tenant.api.patch(path, { graceSeconds: 1 }),
      tenant.api.patch(path, { timeoutSeconds: 2 }),
      tenant.api.patch(path, { degradedSamples: 5 }),
    ]);
    const { body } = await tenant.api.get<Monitor>(path);
    expect([body.name, body.graceSeconds, body.timeoutSeconds, body.degradedSamples]).toEqual(['renamed', 1, 2, 5]);
  });
});

describe('the plan', () => {
  it('allows exactly its allowance, however many creates race for the rest', async () => {
    const tenant = await fixture.tenant({ plan: 'FREE' });
    await Promise.all(Array.from({ length: 7 }, () => createMonitor(tenant.api)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.api.post<ErrorEnvelope>('/api/v1/monitors', HTTP_MONITOR)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.length - refused.length).toBe(3);
    for (const { status, body } of refused) expect([status, body.error.code]).toEqual([422, 'plan_limit']);
    expect((await list(tenant)).pagination.total).toBe(10);
  });

  it('gives an allowance back when a monitor is deleted', async () => {
    const tenant = await fixture.tenant({ plan: 'FREE' });
    const [first] = await Promise.all(Array.from({ length: 10 }, () => createMonitor(tenant.api)));
    expect((await tenant.api.post('/api/v1/monitors', HTTP_MONITOR)).status).toBe(422);
    await tenant.api.delete(`/api/v1/monitors/${first?.id}`);
    expect((await tenant.api.post('/api/v1/monitors', HTTP_MONITOR)).status).toBe(201);
  });

  it('bounds the interval, on update only when it is sent', async () => {
    const tenant = await fixture.tenant({ plan: 'TEAM' });
    const slow = await tenant.api.post<ErrorEnvelope>('/api/v1/monitors', { ...HTTP_MONITOR, intervalSeconds: 59 });
    expect([slow.status, slow.body.error.code]).toEqual([422, 'plan_limit']);
    const { id } = await createMonitor(tenant.api, { intervalSeconds: 60 });
    await fixture.stack.operator.run('org', 'update', tenant.organizationId, '--plan', 'FREE');
    const path = `/api/v1/monitors/${id}`;
    await waitFor('the downgrade to take effect', async () => {
      return (await tenant.api.patch(path, { intervalSeconds: 299 })).status === 422;
    });
    const renamed = await tenant.api.patch<Monitor>(path, { name: 'renamed' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'renamed']);
    expect(renamed.body.intervalSeconds).toBeLessThan(300);
  });
});

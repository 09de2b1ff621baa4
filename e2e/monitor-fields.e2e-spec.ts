import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { fieldCases, MONITOR_FIELDS } from './support/monitor-field-table.ts';
import { createMonitor } from './support/monitors.ts';

let fixture: SharedFixture;
let tenant: Tenant;
let patched: Monitor;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  patched = await createMonitor(tenant.api, { name: 'patched', type: 'CRON', url: null });
});

/** CRON needs no other field, so every row is judged for itself. */
const BASE = { name: 'n', type: 'CRON' };

describe('the bounds of the table of fields', () => {
  const cases = fieldCases();

  it.each(cases)('on create, $name', async ({ field, value, isValid }) => {
    const { status, body } = await tenant.api.post<Monitor & ErrorEnvelope>('/api/v1/monitors', {
      ...BASE,
      [field]: value,
    });
    if (isValid) {
      expect(status).toBe(201);
      expect((body as unknown as Record<string, unknown>)[field]).toEqual(value);
    } else expectFault(status, body, field);
  });

  it.each(cases)('on update, $name', async ({ field, value, isValid }) => {
    const path = `/api/v1/monitors/${patched.id}`;
    const { status, body } = await tenant.api.patch<Monitor & ErrorEnvelope>(path, { [field]: value });
    if (isValid) {
      expect(status).toBe(200);
      expect((body as unknown as Record<string, unknown>)[field]).toEqual(value);
    } else expectFault(status, body, field);
  });

  function expectFault(status: number, body: ErrorEnvelope, field: string): void {
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    const paths = (body.error.details ?? []).map(({ path }) => path);
    expect(paths.filter((path) => path === field || path.startsWith(`${field}.`))).toHaveLength(paths.length);
    expect(paths).not.toHaveLength(0);
  }
});

describe('defaults', () => {
  it('are those of the table on create, whatever the type', async () => {
    const { body } = await tenant.api.post<Record<string, unknown>>('/api/v1/monitors', BASE);
    for (const { field, fallback } of MONITOR_FIELDS) {
      if (!(field in BASE)) expect([field, body[field]]).toEqual([field, fallback ?? null]);
    }
    expect(body['state']).toBe('PENDING');
  });

  it('are not applied on update', async () => {
    const { id } = await createMonitor(tenant.api, { timeoutSeconds: 7, graceSeconds: 0 });
    const { body } = await tenant.api.patch<Monitor>(`/api/v1/monitors/${id}`, { name: 'renamed' });
    expect([body.name, body.timeoutSeconds, body.graceSeconds]).toEqual(['renamed', 7, 0]);
  });
});

describe('faults', () => {
  it('come all at once, those of the type too, each with its path', async () => {
    const { body } = await tenant.api.post<ErrorEnvelope>('/api/v1/monitors', {
      type: 'KEYWORD',
      port: 0,
      expectedStatus: [200, 99],
      unknown: 1,
      state: 'UP',
      requestHeaders: { Connection: 'x' },
    });
    expect((body.error.details ?? []).map(({ path }) => path).toSorted()).toEqual([
      'expectedStatus.1',
      'keyword',
      'name',
      'port',
      'requestHeaders.Connection',
      'state',
      'unknown',
      'url',
    ]);
    expect(body.error.details?.find(({ path }) => path === 'state')?.message).toContain('read-only');
  });

  const rows: { name: string; body: Record<string, unknown>; path: string }[] = [
    { name: 'HTTP without url', body: { type: 'HTTP' }, path: 'url' },
    { name: 'HTTP with an empty url', body: { type: 'HTTP', url: '' }, path: 'url' },
    { name: 'HTTP with a relative url', body: { type: 'HTTP', url: '/a' }, path: 'url' },
    { name: 'HTTP with another scheme', body: { type: 'HTTP', url: 'ftp://example.com' }, path: 'url' },
    { name: 'HTTP with credentials and no host', body: { type: 'HTTP', url: 'https://a:b@' }, path: 'url' },
    { name: 'HTTP with a bare host', body: { type: 'HTTP', url: 'example.com' }, path: 'url' },
    { name: 'KEYWORD without keyword', body: { type: 'KEYWORD', url: 'https://example.com' }, path: 'keyword' },
    {
      name: 'KEYWORD with an empty keyword',
      body: { type: 'KEYWORD', url: 'https://example.com', keyword: '' },
      path: 'keyword',
    },
    { name: 'PING without host', body: { type: 'PING' }, path: 'host' },
    { name: 'PORT without port', body: { type: 'PORT', host: 'example.com' }, path: 'port' },
    { name: 'PORT without host', body: { type: 'PORT', port: 1 }, path: 'host' },
    { name: 'SSL without url', body: { type: 'SSL' }, path: 'url' },
    { name: 'DOMAIN without url', body: { type: 'DOMAIN' }, path: 'url' },
    { name: 'DNS without url', body: { type: 'DNS' }, path: 'url' },
  ];
  it.each(rows)('$name', async ({ body: fields, path }) => {
    const { status, body } = await tenant.api.post<ErrorEnvelope>('/api/v1/monitors', { name: 'n', ...fields });
    expect([status, body.error.code, body.error.details?.map((detail) => detail.path)]).toEqual([
      400,
      'validation_error',
      [path],
    ]);
  });

  it.each(['SSL', 'DOMAIN', 'DNS'])('%s takes a bare host name as url', async (type) => {
    expect((await tenant.api.post('/api/v1/monitors', { name: 'n', type, url: 'example.com' })).status).toBe(201);
  });

  it('of an update concern its whole result, and nothing of it is applied', async () => {
    const { id } = await createMonitor(tenant.api, { type: 'PORT', host: 'example.com', port: 443, url: null });
    // A check would change what it shows.
    const { body: before } = await tenant.api.post(`/api/v1/monitors/${id}/pause`, {});
    const { status, body } = await tenant.api.patch<ErrorEnvelope>(`/api/v1/monitors/${id}`, {
      name: 'x',
      port: null,
    });
    expect([status, body.error.details?.[0]?.path]).toEqual([400, 'port']);
    expect((await tenant.api.get(`/api/v1/monitors/${id}`)).body).toEqual(before);
  });
});

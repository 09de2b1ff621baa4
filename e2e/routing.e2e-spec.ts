import { beforeAll, describe, expect, it } from '@jest/globals';
import { contract, type Operation } from '@vedette/contract';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';

let fixture: SharedFixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const paths = Map.groupBy(contract.operations, ({ path }) => path);

describe('a method that a path does not have', () => {
  it.each([...paths].map(([path, operations]) => ({ path, operations })))(
    'is 405 at $path',
    async ({ path, operations }) => {
      const allowed = operations.map(({ method }) => method);
      const others = METHODS.filter((method) => !allowed.includes(method as Operation['method']));
      const answers = await Promise.all(
        others.map((method) => tenant.api.request(method, path.replaceAll(/\{\w+\}/g, 'unknown'))),
      );
      for (const { status, headers, body } of answers) {
        expect([status, (body as ErrorEnvelope).error.code]).toEqual([405, 'method_not_allowed']);
        const listed = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
        expect(String(headers['allow']).split(', ').toSorted()).toEqual(listed.toSorted());
      }
    },
  );
});

describe('a path that is none', () => {
  const rows = [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/monitors',
    '/api/v1/Monitors',
    '/API/v1/monitors',
    '/api/v1/monitors/',
    '/api/v1//monitors',
    '/api/v1/%6Donitors',
    '/api/v1/monitors/unknown/',
    '/api/v1/monitors/unknown/restart',
    '/health',
    '/metrics',
    '/live',
    '/openapi.json/',
    '/openapi.yaml',
  ];
  it.each(rows)('%s is 404 with a key and 401 without', async (path) => {
    const [withKey, without] = await Promise.all([tenant.api.get(path), fixture.api.get(path)]);
    expect([withKey.status, (withKey.body as ErrorEnvelope).error.code]).toEqual([404, 'not_found']);
    expect([without.status, (without.body as ErrorEnvelope).error.code]).toEqual([401, 'unauthorized']);
  });
});

describe('an id in the path', () => {
  const rows = [
    { name: 'unknown', id: 'mon_unknown', status: 404, path: undefined },
    { name: 'over-long', id: 'm'.repeat(5_000), status: 404, path: undefined },
    { name: 'with an encoded slash', id: 'a%2Fb', status: 404, path: undefined },
    { name: 'badly encoded', id: '%zz', status: 400, path: 'monitorId' },
    { name: 'encoded in no UTF-8', id: '%ff', status: 400, path: 'monitorId' },
    { name: 'with U+0000', id: 'mon_%00', status: 400, path: 'monitorId' },
  ];
  it.each(rows)('$name is $status', async ({ id, status, path }) => {
    const answer = await tenant.api.get(`/api/v1/monitors/${id}`);
    expect(answer.status).toBe(status);
    expect((answer.body as ErrorEnvelope).error.details?.[0]?.path).toBe(path);
  });
});

describe('HEAD', () => {
  it('answers as GET does, without the body', async () => {
    const [get, head] = await Promise.all([
      tenant.api.get('/api/v1/monitors'),
      tenant.api.request('HEAD', '/api/v1/monitors'),
    ]);
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      undefined,
      get.headers['content-length'],
    ]);
  });

  it('is a read at every gate', async () => {
    const readOnly = await fixture.key(tenant.organizationId, { access: 'READ_ONLY' });
    expect((await readOnly.api.request('HEAD', '/api/v1/monitors/unknown')).status).toBe(404);
    expect((await tenant.api.request('HEAD', '/api/v1/monitors/unknown/pause')).status).toBe(405);
    const malformedKey = { headers: { 'idempotency-key': 'not a key' } };
    expect((await tenant.api.request('HEAD', '/api/v1/monitors', malformedKey)).status).toBe(200);
    expect((await fixture.api.request('HEAD', '/api/v1/monitors')).status).toBe(401);
    expect((await fixture.api.request('HEAD', '/openapi.json')).status).toBe(200);
  });

  it.each(contract.operations.filter(({ method }) => method === 'GET'))('is served at $path', async ({ path }) => {
    const { status } = await tenant.api.request('HEAD', path.replaceAll(/\{\w+\}/g, 'unknown'));
    expect(status).toBe(path.includes('{') ? 404 : 200);
  });
});

describe('/openapi.json', () => {
  it('is served without a key, with an ETag, and lists exactly the 37 operations', async () => {
    const { status, headers, body } = await fixture.api.get<{ paths: Record<string, Record<string, unknown>> }>(
      '/openapi.json',
    );
    expect(status).toBe(200);
    const listed = Object.entries(body.paths).flatMap(([path, item]) =>
      ['get', 'post', 'put', 'patch', 'delete']
        .filter((verb) => verb in item)
        .map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(contract.operations.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(listed).toHaveLength(37);
    const again = await fixture.api.get('/openapi.json', { headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.status, again.body, again.headers['etag']]).toEqual([304, undefined, headers['etag']]);
  });

  it('is 405 for another method with a key, and 401 without', async () => {
    const [withKey, without] = await Promise.all([
      tenant.api.request('POST', '/openapi.json'),
      fixture.api.request('POST', '/openapi.json'),
    ]);
    expect([withKey.status, withKey.headers['allow'], without.status]).toEqual([405, 'GET, HEAD', 401]);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { HTTP_MONITOR } from './support/monitors.ts';
import { type RawResponse, sendRaw, sendRawAll } from './support/raw-http.ts';

let fixture: SharedFixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});

const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit', 'ratelimit-policy'];

function expectEnvelope(response: RawResponse, status: number, code: string): void {
  const { error } = JSON.parse(response.body) as ErrorEnvelope;
  expect([response.status, error.code]).toEqual([status, code]);
  expect(error.requestId).toBe(response.headers['x-request-id']);
  expect(error.requestId).toMatch(/^req_/);
  for (const name of RATE_HEADERS) expect(response.headers[name]).toBeDefined();
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
}

describe('what the parser refuses is a 400 with the envelope and all headers', () => {
  const rows: { name: string; bytes: string }[] = [
    { name: 'garbage', bytes: 'garbage\r\n\r\n' },
    { name: 'binary garbage', bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n' },
    { name: 'a bad request line', bytes: 'GET\r\n\r\n' },
    { name: 'an unknown method with a bad header', bytes: 'BREW /pot HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n' },
    { name: 'a bad version', bytes: 'GET / HTTP/9.9\r\nHost: x\r\n\r\n' },
    { name: 'a header without a colon', bytes: 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n' },
    { name: 'an overflow of headers', bytes: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n` },
    { name: 'a content length that is no number', bytes: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n' },
    {
      name: 'a length and chunks at once',
      bytes: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    },
    { name: 'an overflow after an unknown method', bytes: `BREW / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n` },
  ];
  it.each(rows)('$name', async ({ bytes }) => {
    expectEnvelope(await sendRaw(fixture.stack.apiUrl, bytes), 400, 'validation_error');
  });

  it('a broken chunk in the middle of a body', async () => {
    const head = `POST /api/v1/monitors HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.key}\r\nContent-Type: application/json\r\n`;
    const response = await sendRaw(
      fixture.stack.apiUrl,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\nZZ\r\n`,
    );
    expectEnvelope(response, 400, 'validation_error');
  });

  it('headers that never end, whatever the method', async () => {
    // Side by side: each is given ten seconds.
    const responses = await Promise.all(
      ['GET', 'BREW'].map((method) => sendRaw(fixture.stack.apiUrl, `${method} / HTTP/1.1\r\nHost: x\r\nX-Slow: `)),
    );
    for (const response of responses) expectEnvelope(response, 400, 'validation_error');
  });

  it('and the gateway goes on serving', async () => {
    expect((await tenant.api.get('/api/v1/monitors')).status).toBe(200);
  });
});

describe('a method that the parser does not know, or would not serve, passes the gates like another', () => {
  const METHODS = ['BREW', 'get', 'GETX', 'DESCRIBE', 'M-GET', 'CONNECT'];
  const send = (method: string, path: string, headers = ''): Promise<RawResponse> =>
    sendRaw(fixture.stack.apiUrl, `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);

  it.each(METHODS)('%s is 401 without a key', async (method) => {
    expectEnvelope(await send(method, '/api/v1/monitors'), 401, 'unauthorized');
  });

  it.each(METHODS)('%s is 405 at a path that has others', async (method) => {
    const response = await send(method, '/api/v1/monitors/unknown?a=b', `X-API-Key: ${tenant.key}\r\n`);
    expectEnvelope(response, 405, 'method_not_allowed');
    expect(response.headers['allow']).toBe('GET, HEAD, PATCH, DELETE');
    expect(response.headers['connection']).toBe('close');
  });

  it.each(METHODS)('%s is 404 at a path that is none', async (method) => {
    expectEnvelope(await send(method, '/api/v1/pots', `X-API-Key: ${tenant.key}\r\n`), 404, 'not_found');
  });

  it('counts in the bucket of its key', async () => {
    const { key } = await fixture.key(tenant.organizationId);
    const answers = [await send('BREW', '/api/v1/monitors', `X-API-Key: ${key}\r\n`)];
    answers.push(await send('BREW', '/api/v1/monitors', `X-API-Key: ${key}\r\n`));
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['99999', '99998']);
  });

  it('may come with a body, and in pieces', async () => {
    const head = `BREW /api/v1/monitors HTTP/1.1\r\nX-API-Key: ${tenant.key}\r\nContent-Length: 5\r\n\r\n`;
    for (const pieces of [
      [`${head}water`],
      [head, 'water'],
      ['BREW', head.slice(4)],
      [head.slice(0, 30), head.slice(30)],
    ])
      expectEnvelope(await sendRaw(fixture.stack.apiUrl, pieces), 405, 'method_not_allowed');
  });

  it('may come with a body that is longer than headers may be', async () => {
    const head = `BREW /api/v1/monitors HTTP/1.1\r\nX-API-Key: ${tenant.key}\r\nContent-Length: 50000\r\n\r\n`;
    const response = await sendRaw(fixture.stack.apiUrl, `${head}${'a'.repeat(50_000)}`);
    expectEnvelope(response, 405, 'method_not_allowed');
  });

  it('may come byte by byte', async () => {
    const request = `BREW /api/v1/monitors HTTP/1.1\r\nX-API-Key: ${tenant.key}\r\n\r\n`;
    expectEnvelope(await sendRaw(fixture.stack.apiUrl, request.split('')), 405, 'method_not_allowed');
  });

  it('waits for the answer to the request before it', async () => {
    const key = `X-API-Key: ${tenant.key}\r\n`;
    const first = `GET /api/v1/monitors HTTP/1.1\r\n${key}\r\n`;
    const [one, two] = await sendRawAll(
      fixture.stack.apiUrl,
      `${first}BREW /api/v1/monitors HTTP/1.1\r\n${key}\r\n`,
      2,
    );
    expect([one?.status, two?.status]).toEqual([200, 405]);
  });

  it('is 401 for a CONNECT to another host', async () => {
    expectEnvelope(await send('CONNECT', 'example.com:443'), 401, 'unauthorized');
  });
});

describe('credentials that are sent twice are a 401', () => {
  const rows: { name: string; lines: (key: string) => string[] }[] = [
    { name: 'Authorization', lines: (key) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`] },
    {
      name: 'Authorization, the second one of another scheme',
      lines: (key) => [`Authorization: Bearer ${key}`, 'Authorization: Basic YTpi'],
    },
    { name: 'X-API-Key', lines: (key) => [`X-API-Key: ${key}`, `X-API-Key: ${key}`] },
    { name: 'both headers', lines: (key) => [`X-API-Key: ${key}`, `Authorization: Bearer ${key}`] },
    { name: 'both headers, one of them empty', lines: (key) => [`X-API-Key: ${key}`, 'Authorization:'] },
  ];
  it.each(rows)('$name', async ({ lines }) => {
    const head = `GET /api/v1/monitors HTTP/1.1\r\nHost: x\r\n${lines(tenant.key).join('\r\n')}\r\n\r\n`;
    expectEnvelope(await sendRaw(fixture.stack.apiUrl, head), 401, 'unauthorized');
  });
});

describe('what is unusual but valid HTTP is served', () => {
  it('without a Host header', async () => {
    const response = await sendRaw(
      fixture.stack.apiUrl,
      `GET /api/v1/monitors HTTP/1.1\r\nX-API-Key: ${tenant.key}\r\nConnection: close\r\n\r\n`,
    );
    expect(response.status).toBe(200);
  });

  it('with an Expect that is not 100-continue', async () => {
    const response = await sendRaw(
      fixture.stack.apiUrl,
      'GET /api/v1/monitors HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    );
    expectEnvelope(response, 401, 'unauthorized');
  });

  it.each(['http://[', 'https://[::1/a', 'http://'])('with a target that names no host: %s', async (target) => {
    const response = await sendRaw(fixture.stack.apiUrl, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expectEnvelope(response, 401, 'unauthorized');
  });

  it('with the absolute form of the target', async () => {
    const target = `${fixture.stack.apiUrl}/api/v1/monitors?limit=1`;
    const response = await sendRaw(
      fixture.stack.apiUrl,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.key}\r\n\r\n`,
    );
    expect(response.status).toBe(200);
  });
});

describe('a body', () => {
  const json = JSON.stringify(HTTP_MONITOR);
  const rows: { name: string; raw: string | Buffer; headers?: Record<string, string>; path: string }[] = [
    { name: 'that is absent', raw: '', path: 'body' },
    { name: 'that is no JSON', raw: '{"name":', path: 'body' },
    { name: 'with a byte order mark', raw: `\ufeff${json}`, path: 'body' },
    { name: 'that is an array', raw: '[]', path: 'body' },
    { name: 'that is null', raw: 'null', path: 'body' },
    { name: 'that is text', raw: '"text"', path: 'body' },
    { name: 'that is no UTF-8', raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), path: 'body' },
    { name: 'of another type', raw: json, headers: { 'content-type': 'text/plain' }, path: 'body' },
    {
      name: 'of another charset',
      raw: json,
      headers: { 'content-type': 'application/json; charset=latin1' },
      path: 'body',
    },
    {
      name: 'that is a form',
      raw: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      path: 'body',
    },
    { name: 'with a Content-Encoding', raw: json, headers: { 'content-encoding': 'gzip' }, path: 'body' },
    { name: 'over 2 MiB', raw: JSON.stringify({ name: 'a'.repeat(2 * 1024 * 1024) }), path: 'body' },
    {
      name: 'nested a hundred thousand deep',
      raw: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      path: 'name',
    },
    { name: 'with a field named __proto__', raw: '{"name":"n","type":"CRON","__proto__":{"a":1}}', path: '__proto__' },
  ];
  it.each(rows)('$name is a 400 that names it', async ({ raw, headers, path }) => {
    const { status, body } = await tenant.api.request<ErrorEnvelope>('POST', '/api/v1/monitors', {
      raw,
      ...(headers !== undefined && { headers }),
    });
    expect([status, body.error.code]).toEqual([400, 'validation_error']);
    expect(body.error.details?.map((detail) => detail.path)).toContain(path);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'as %s is taken',
    async (type) => {
      const { status } = await tenant.api.request('POST', '/api/v1/monitors', {
        raw: json,
        headers: { 'content-type': type },
      });
      expect(status).toBe(201);
    },
  );

  it('of an action must be an empty object', async () => {
    const { body: made } = await tenant.api.post<{ id: string }>('/api/v1/monitors', HTTP_MONITOR);
    const refused = await tenant.api.post<ErrorEnvelope>(`/api/v1/monitors/${made.id}/pause`, { a: 1 });
    const absent = await tenant.api.request<ErrorEnvelope>('POST', `/api/v1/monitors/${made.id}/pause`);
    expect([refused.status, refused.body.error.details?.[0]?.path]).toEqual([400, 'a']);
    expect([absent.status, absent.body.error.details?.[0]?.path]).toEqual([400, 'body']);
  });

  it('on GET and DELETE is ignored', async () => {
    const { body: made } = await tenant.api.post<{ id: string }>('/api/v1/monitors', HTTP_MONITOR);
    const nonsense = { raw: 'nonsense', headers: { 'content-type': 'text/plain' } };
    expect((await tenant.api.request('GET', '/api/v1/monitors', nonsense)).status).toBe(200);
    expect((await tenant.api.request('DELETE', `/api/v1/monitors/${made.id}`, nonsense)).status).toBe(200);
  });
});

describe('query parameters', () => {
  const rows: { query: string; path: string | undefined }[] = [
    { query: 'limit=1&offset=0', path: undefined },
    { query: 'limit=100&offset=100000', path: undefined },
    { query: 'unknown=1&unknown=2', path: undefined },
    { query: 'limit=0', path: 'limit' },
    { query: 'limit=101', path: 'limit' },
    { query: 'limit=', path: 'limit' },
    { query: 'limit=1.0', path: 'limit' },
    { query: 'limit=+1', path: 'limit' },
    { query: 'limit=1e1', path: 'limit' },
    { query: 'limit=%31%00', path: 'limit' },
    { query: 'limit=1&limit=1', path: 'limit' },
    { query: 'offset=-1', path: 'offset' },
    { query: 'offset=100001', path: 'offset' },
    { query: 'offset=0000001', path: 'offset' },
    { query: 'limit=%31', path: undefined },
    { query: 'limit=%zz', path: 'limit' },
    { query: 'limit=5%', path: 'limit' },
    { query: 'unknown=%ff', path: 'unknown' },
    { query: '%zz=1', path: 'body' },
  ];
  it.each(rows)('?$query', async ({ query, path }) => {
    const response = await sendRaw(
      fixture.stack.apiUrl,
      `GET /api/v1/monitors?${query} HTTP/1.1\r\nX-API-Key: ${tenant.key}\r\n\r\n`,
    );
    expect(response.status).toBe(path === undefined ? 200 : 400);
    const { error } = JSON.parse(response.body) as Partial<ErrorEnvelope>;
    expect(error?.details?.map((detail) => detail.path)).toEqual(path === undefined ? undefined : [path]);
  });
});

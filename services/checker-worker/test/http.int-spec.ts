import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { httpTarget } from './support/targets.ts';
import { World } from './support/world.ts';

let authority: KeyPair;
beforeAll(async () => {
  authority = await createAuthority('Test authority');
});

let world: World;
beforeEach(async () => {
  world = await World.open({ authorities: [authority] });
  world.dns.set('a.example', 'A', ['127.0.53.1']).set('b.example', 'A', ['127.0.53.1']);
});
afterEach(() => world.close());

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const recording =
  (seen: Seen[], answer: RequestListener): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  };
const ok: RequestListener = (_request, response) => response.end('welcome');

describe('what is sent', () => {
  it('is the request of the monitor, with the name in Host and a new connection each time', async () => {
    const seen: Seen[] = [];
    const server = await world.http(recording(seen, ok));
    const url = `http://a.example:${server.port}/path?query=1`;
    const request = { method: 'POST', requestHeaders: { 'X-Key': 'k', Accept: 'text/html' }, requestBody: '{"ü":1}' };
    for (let i = 0; i < 2; i++) await world.probe(httpTarget(url, request as never));
    expect(server.accepted).toBe(2);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/path?query=1',
      body: '{"ü":1}',
      headers: {
        host: `a.example:${server.port}`,
        'x-key': 'k',
        accept: 'text/html',
        'user-agent': 'Vedette',
        'content-length': '8',
        connection: 'close',
      },
    });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('has its body with %s, too', async (method) => {
    const seen: Seen[] = [];
    const { port } = await world.http(recording(seen, ok));
    const target = httpTarget(`http://a.example:${port}/`, { method, requestBody: 'query' });
    expect(await world.probe(target)).toMatchObject({ ok: true, statusCode: 200 });
    expect(seen[0]).toMatchObject({ method, body: 'query', headers: { 'content-length': '5' } });
  });

  it('has no body with HEAD', async () => {
    const seen: Seen[] = [];
    const { port } = await world.http(recording(seen, ok));
    const target = httpTarget(`http://a.example:${port}/`, { method: 'HEAD', requestBody: 'x' });
    expect(await world.probe(target)).toMatchObject({ ok: true });
    expect(seen[0]).toMatchObject({ method: 'HEAD', body: '' });
  });

  it('reaches an internationalised name', async () => {
    const seen: Seen[] = [];
    const { port } = await world.http(recording(seen, ok));
    world.dns.set('xn--bcher-kva.example', 'A', ['127.0.53.1']);
    expect(await world.probe(httpTarget(`http://bücher.example:${port}/`))).toMatchObject({ ok: true });
    expect(seen[0]?.headers.host).toBe(`xn--bcher-kva.example:${port}`);
  });
});

describe('the verdict', () => {
  it.each<[number, boolean]>([
    [200, true],
    [206, true],
    [304, false],
    [404, false],
    [503, false],
  ])('of status %i', async (status, isOk) => {
    const { port } = await world.http((_request, response) => response.writeHead(status).end());
    const result = await world.probe(httpTarget(`http://a.example:${port}/`));
    expect(result).toMatchObject({ ok: isOk, statusCode: status, responseMs: expect.any(Number) });
    const reason = `Expected status 200-206, 301, 302, 307 or 308, got ${status}`;
    expect(result.ok ? null : result.reason).toBe(isOk ? null : reason);
  });

  it('takes 101 for the answer that it is', async () => {
    const { port } = await world.tcp((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      );
    });
    const target = httpTarget(`http://a.example:${port}/`, { expectedStatus: [101] });
    expect(await world.probe(target)).toMatchObject({ ok: true, statusCode: 101 });
  });

  it('splits the time into its phases', async () => {
    const { port } = await world.https(
      await createCertificate(['a.example'], { issuer: authority }),
      (_request, response) => {
        setTimeout(() => response.end('late'), 100);
      },
    );
    const { phases, responseMs } = await world.probe(httpTarget(`https://a.example:${port}/`));
    expect(phases).toEqual({
      dns: expect.any(Number),
      connect: expect.any(Number),
      tls: expect.any(Number),
      firstByte: expect.any(Number),
      total: responseMs,
    });
    expect(phases.firstByte).toBeGreaterThanOrEqual(99);
    expect(responseMs).toBeGreaterThanOrEqual(phases.firstByte ?? 0);
  });

  it('has no DNS and no TLS phase where there was none', async () => {
    const { port } = await world.http(ok);
    const { phases } = await world.probe(httpTarget(`http://127.0.53.1:${port}/`));
    expect(phases).toMatchObject({ dns: null, connect: expect.any(Number), tls: null, firstByte: expect.any(Number) });
  });

  const raw = (text: string, after: (socket: Socket) => void = (socket) => socket.end()) =>
    world.tcp((socket) => {
      socket.once('data', () => {
        socket.write(text, () => after(socket));
      });
    });

  it.each<[string, () => Promise<{ port: number }>, RegExp]>([
    ['closes without a word', () => raw(''), /^Connection closed by 127\.0\.53\.1:\d+ before a response came$/],
    [
      'resets the connection',
      () => world.tcp((socket) => void socket.once('data', () => socket.resetAndDestroy())),
      /^Connection closed by 127\.0\.53\.1:\d+ before a response came$/,
    ],
    ['does not speak HTTP', () => raw('SSH-2.0-OpenSSH_9.2\r\n'), /^127\.0\.53\.1:\d+ did not answer in HTTP$/],
    [
      'sends endless headers',
      () => raw(`HTTP/1.1 200 OK\r\n${'x-padding: '.padEnd(1000, 'x')}\r\n`.concat(`y: ${'y'.repeat(100_000)}\r\n`)),
      /^Response headers from 127\.0\.53\.1:\d+ are too large$/,
    ],
  ])('names what is wrong with a server that %s', async (_name, serve, reason) => {
    const { port } = await serve();
    const result = await world.probe(httpTarget(`http://a.example:${port}/`));
    expect(result.ok ? 'ok' : result.reason).toMatch(reason);
  });

  const head = 'HTTP/1.1 200 OK\r\n';
  it.each<[string, string, (socket: Socket) => void]>([
    ['resets the connection', `${head}Content-Length: 100\r\n\r\nhalf`, (socket) => socket.resetAndDestroy()],
    ['sends less than it promised', `${head}Content-Length: 100\r\n\r\nhalf`, (socket) => socket.end()],
    ['ends a chunked body early', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, (socket) => socket.end()],
    ['says no more', `${head}Content-Length: 100\r\n\r\nhalf`, () => {}],
    [
      'drips a body without end',
      `${head}\r\n`,
      (socket) => {
        const drip = (): boolean => (socket.destroyed ? false : socket.write('x'));
        const dripping = setInterval(() => drip() || clearInterval(dripping), 20);
      },
    ],
  ])('is known with the status, before a server %s', async (_name, text, afterwards) => {
    const { port } = await raw(text, (socket) => setTimeout(() => afterwards(socket), 20));
    const result = await world.probe(httpTarget(`http://a.example:${port}/`));
    expect(result).toMatchObject({ ok: true, statusCode: 200, responseMs: expect.any(Number) });
  });
});

describe('a Host of the monitor', () => {
  it('chooses the virtual host, while the connection and the name in TLS follow the URL', async () => {
    const seen: Seen[] = [];
    const { port } = await world.https(
      await createCertificate(['a.example'], { issuer: authority, validToDays: 30 }),
      recording(seen, ok),
    );
    const target = httpTarget(`https://a.example:${port}/`, { requestHeaders: { Host: 'shop.example' } });
    expect(await world.probe(target)).toMatchObject({ ok: true, statusCode: 200 });
    expect(seen.map(({ headers }) => headers.host)).toEqual(['shop.example']);
  });

  it('stays along redirects of its server, and is not sent to another', async () => {
    const seen: Seen[] = [];
    const elsewhere = await world.http(recording(seen, ok));
    const { port } = await world.http(
      recording(seen, ({ url }, response) =>
        response.writeHead(302, { location: url === '/' ? '/one' : `http://b.example:${elsewhere.port}/` }).end(),
      ),
    );
    const target = httpTarget(`http://a.example:${port}/`, { requestHeaders: { host: 'shop.example' } });
    expect(await world.probe(target)).toMatchObject({ ok: true });
    expect(seen.map(({ headers }) => headers.host)).toEqual([
      'shop.example',
      'shop.example',
      `b.example:${elsewhere.port}`,
    ]);
  });
});

describe('credentials in the URL', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('are sent as Basic authorization, decoded, and nowhere else', async () => {
    const seen: Seen[] = [];
    const { port } = await world.http(recording(seen, ok));
    expect(await world.probe(httpTarget(`http://me:p%40ss@a.example:${port}/path`))).toMatchObject({ ok: true });
    expect([seen[0]?.headers.authorization, seen[0]?.headers.host, seen[0]?.url]).toEqual([
      basic('me:p@ss'),
      `a.example:${port}`,
      '/path',
    ]);
  });

  it('give way to an Authorization of the monitor', async () => {
    const seen: Seen[] = [];
    const { port } = await world.http(recording(seen, ok));
    const requestHeaders = { AUTHORIZATION: 'Bearer token' };
    expect(await world.probe(httpTarget(`http://me:secret@a.example:${port}/`, { requestHeaders }))).toMatchObject({
      ok: true,
    });
    expect(seen[0]?.headers.authorization).toBe('Bearer token');
  });

  it('stay along redirects of their origin, and are not sent to another', async () => {
    const seen: Seen[] = [];
    const elsewhere = await world.http(recording(seen, ok));
    const { port } = await world.http(
      recording(seen, ({ url }, response) =>
        response.writeHead(302, { location: url === '/' ? '/one' : `http://b.example:${elsewhere.port}/` }).end(),
      ),
    );
    expect(await world.probe(httpTarget(`http://me:secret@a.example:${port}/`))).toMatchObject({ ok: true });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      basic('me:secret'),
      basic('me:secret'),
      undefined,
    ]);
  });

  it.each([
    { name: 'a status', answer: ((_, response) => response.writeHead(503).end()) as RequestListener },
    {
      name: 'redirects in circles',
      answer: ((_, response) => response.writeHead(302, { location: '/again' }).end()) as RequestListener,
    },
    { name: 'an answer that breaks off', answer: ((request) => request.socket.destroy()) as RequestListener },
  ])('are in no reason of a failure: $name', async ({ answer }) => {
    const { port } = await world.http(answer);
    const result = await world.probe(httpTarget(`http://me:secret@a.example:${port}/`));
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toMatch(/secret|me:|@/);
  });
});

describe('redirects', () => {
  const redirecting = (to: (path: string) => string | null) =>
    world.http((request, response) => {
      const location = to(request.url ?? '');
      if (location === null) response.end('welcome');
      else response.writeHead(302, { location }).end();
    });

  it('are followed, and judged by where they end', async () => {
    const { port } = await redirecting((path) => (path === '/' ? '/one' : path === '/one' ? '/two' : null));
    expect(await world.probe(httpTarget(`http://a.example:${port}/`))).toMatchObject({ ok: true, statusCode: 200 });
  });

  it('are an answer like any other where they are not to be followed', async () => {
    const { port } = await redirecting(() => '/elsewhere');
    const target = httpTarget(`http://a.example:${port}/`, { followRedirects: false });
    expect(await world.probe(target)).toMatchObject({ ok: true, statusCode: 302 });
    expect(await world.probe({ ...target, expectedStatus: [200] })).toMatchObject({
      ok: false,
      reason: 'Expected status 200, got 302',
    });
  });

  it('in circles end after five', async () => {
    const server = await redirecting((path) => (path === '/a' ? '/b' : '/a'));
    const result = await world.probe(httpTarget(`http://a.example:${server.port}/a`));
    expect(result.ok ? 'ok' : result.reason).toMatch(
      /^More than 5 redirects, the last from http:\/\/a\.example:\d+\/b$/,
    );
    expect(server.accepted).toBe(6);
  });

  it.each(['http://127.0.0.1:1/', 'http://2130706433/', 'http://[::ffff:127.0.0.1]/', 'http://inside.example/'])(
    'to %s lead nowhere',
    async (location) => {
      world.dns.set('inside.example', 'A', ['10.1.2.3']);
      const { port } = await redirecting(() => location);
      const result = await world.probe(httpTarget(`http://a.example:${port}/`));
      expect(result.ok ? 'ok' : result.reason).toMatch(/^Redirected to http:.*; only public addresses are allowed$/);
    },
  );

  it('keep secrets from other origins, and the body where the method stays', async () => {
    const seen: Seen[] = [];
    const elsewhere = await world.http(recording(seen, ok));
    const { port } = await world.http((_request, response) =>
      response.writeHead(307, { location: `http://b.example:${elsewhere.port}/` }).end(),
    );
    const target = httpTarget(`http://a.example:${port}/`, {
      method: 'POST',
      requestBody: 'form',
      requestHeaders: { Authorization: 'Bearer secret', 'X-Api-Key': 'secret', 'Content-Type': 'text/plain' },
    });
    expect(await world.probe(target)).toMatchObject({ ok: true });
    expect(seen[0]).toMatchObject({ method: 'POST', body: 'form', headers: { 'content-type': 'text/plain' } });
    expect(JSON.stringify(seen[0])).not.toContain('secret');
  });

  it('tell the certificate that expires first', async () => {
    const days = (validToDays: number) => createCertificate(['a.example'], { issuer: authority, validToDays });
    const end = await world.https(await days(90), ok);
    const { port } = await world.https(await days(10), (_request, response) =>
      response.writeHead(301, { location: `https://a.example:${end.port}/` }).end(),
    );
    const { observation } = await world.probe(httpTarget(`https://a.example:${port}/`));
    const left = Date.parse(observation.certExpiresAt ?? '') - Date.now();
    expect(Math.round(left / 86_400_000)).toBe(10);
  });
});

describe('certificates', () => {
  it('fail the check when they are bad, with the reason and the date', async () => {
    const expired = await createCertificate(['a.example'], { issuer: authority, validToDays: -2.5 });
    const { port } = await world.https(expired, ok);
    expect(await world.probe(httpTarget(`https://a.example:${port}/`))).toMatchObject({
      ok: false,
      reason: 'Certificate for a.example expired 2 days ago',
      statusCode: null,
      observation: { certExpiresAt: expect.any(String) },
    });
  });

  it('are noted and not judged where they are not to be verified', async () => {
    const { port } = await world.https(await createCertificate(['other.example'], { validToDays: -1 }), ok);
    const target = httpTarget(`https://a.example:${port}/`, { verifySsl: false });
    expect(await world.probe(target)).toMatchObject({
      ok: true,
      statusCode: 200,
      observation: { certExpiresAt: expect.any(String) },
    });
  });
});

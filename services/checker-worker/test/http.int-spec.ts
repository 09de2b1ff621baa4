import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { ok, recording, type Seen } from './support/recording.ts';
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

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
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

import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionPool, type RequestOptions } from '@vedette/outbound';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { echo, echoOf } from './echo.ts';
import { Scene } from './scene.ts';

let authority: KeyPair;
beforeAll(async () => {
  authority = await createAuthority();
});

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ authority });
  scene.dns.set('hook.example', 'A', ['127.0.53.1']);
});
afterEach(() => scene.close());

const send = (url: string, options: Partial<RequestOptions> = {}, limitMs = 2000) =>
  scene.outbound.request({ maxResponseBytes: 4096, ...options, url: new URL(url) }, scene.deadline(limitMs));

describe('request with followRedirects', () => {
  it('follows within the rules, and leaves secrets behind at another origin', async () => {
    scene.dns.set('other.example', 'A', ['127.0.53.2']);
    const other = await scene.http(echo, '127.0.53.2');
    const { port } = await scene.http((request, response) => {
      if (request.url === '/here') echo(request, response);
      else if (request.url === '/307') response.writeHead(307, { location: '/here' }).end();
      else response.writeHead(302, { location: `http://other.example:${other.port}/` }).end();
    });
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', accept: 'application/json' };
    const options: Partial<RequestOptions> = { method: 'POST', headers, body: 'data', followRedirects: true };

    const same = await send(`http://hook.example:${port}/307`, options);
    expect(same.ok && echoOf(same.body)).toMatchObject({
      method: 'POST',
      headers,
      body: Buffer.from('data').toString('base64'),
    });

    const away = await send(`http://hook.example:${port}/away`, options);
    if (!away.ok) throw new Error(away.message);
    const seen = echoOf(away.body);
    expect([away.url.host, away.address]).toEqual([`other.example:${other.port}`, '127.0.53.2']);
    expect(seen).toMatchObject({ method: 'GET', body: '', headers: { accept: 'application/json' } });
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('checks every hop, and counts them', async () => {
    const inside = await scene.http(echo, '127.0.0.1');
    const { port, ...server } = await scene.http((request, response) =>
      response
        .writeHead(302, { location: request.url === '/in' ? `http://127.0.0.1:${inside.port}/` : '/again' })
        .end(),
    );
    expect(await send(`http://hook.example:${port}/in`, { followRedirects: true })).toMatchObject({
      ok: false,
      reason: 'forbidden_address',
    });
    expect(await send(`http://hook.example:${port}/again`, { followRedirects: true })).toMatchObject({
      ok: false,
      reason: 'redirect',
      reply: { status: 302 },
    });
    expect(inside.accepted).toBe(0);
    expect(server.accepted).toBeLessThanOrEqual(7);
  });
});

describe('request with a pool', () => {
  let pool: ConnectionPool;
  beforeEach(() => {
    pool = new ConnectionPool({ maxIdlePerTarget: 4, idleMs: 2000 });
    scene.onEnd(() => pool.close());
  });

  it('uses a connection again, https too', async () => {
    const server = await scene.https(await createCertificate(['hook.example'], { issuer: authority }), echo);
    const url = `https://hook.example:${server.port}/`;
    for (let i = 0; i < 3; i++) {
      expect(await send(url, { method: 'POST', body: `${i}`, pool })).toMatchObject({ ok: true, status: 200 });
    }
    expect(server.accepted).toBe(1);
  });

  it('still asks DNS each time, and leaves a connection whose address is not in the answer', async () => {
    const first = await scene.http(echo, '127.0.53.1');
    const second = await scene.http(echo, '127.0.53.2', first.port);
    scene.dns.set('moves.example', 'A', ['127.0.53.1'], ['127.0.53.2'], ['127.0.0.1']);
    const url = `http://moves.example:${first.port}/`;
    expect(await send(url, { pool })).toMatchObject({ ok: true, address: '127.0.53.1' });
    expect(await send(url, { pool })).toMatchObject({ ok: true, address: '127.0.53.2' });
    expect(await send(url, { pool })).toMatchObject({ ok: false, reason: 'forbidden_address' });
    expect([first.accepted, second.accepted]).toEqual([1, 1]);
  });

  it('does not share a connection between names, since each was checked for itself', async () => {
    const server = await scene.http(echo);
    scene.dns.set('twin.example', 'A', ['127.0.53.1']);
    await send(`http://hook.example:${server.port}/`, { pool });
    await send(`http://twin.example:${server.port}/`, { pool });
    expect(server.accepted).toBe(2);
  });

  it('sends again over a new connection when an idle one turns out to be closed', async () => {
    // Answers the first request of a connection and closes the connection at the second.
    const server = await scene.tcp((socket) => {
      let isAnswered = false;
      socket.on('data', () => {
        if (isAnswered) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        isAnswered = true;
      });
    });
    const url = `http://hook.example:${server.port}/`;
    expect(await send(url, { method: 'POST', body: '1', pool })).toMatchObject({ ok: true });
    expect(await send(url, { method: 'POST', body: '2', pool })).toMatchObject({ ok: true });
    expect(server.accepted).toBe(2);
  });

  it('keeps no connection after a truncated body', async () => {
    const server = await scene.http((_request, response) => response.end('x'.repeat(10_000)));
    const url = `http://hook.example:${server.port}/`;
    expect(await send(url, { pool })).toMatchObject({ ok: true, isTruncated: true });
    expect(await send(url, { pool })).toMatchObject({ ok: true, isTruncated: true });
    expect(server.accepted).toBe(2);
  });
});

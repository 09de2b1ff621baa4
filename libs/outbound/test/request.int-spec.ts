import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { RequestOptions } from '@vedette/outbound';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { echo, echoOf } from './echo.ts';
import { Scene } from './scene.ts';

const run = promisify(execFile);

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

describe('request', () => {
  it('posts the exact bytes over https, to the checked address, with the name in Host and SNI', async () => {
    const { server, port } = await scene.https(await createCertificate(['hook.example'], { issuer: authority }), echo);
    const secured = once(server, 'secureConnection');
    const body = Buffer.from('{"id":"evt_1", "text":"ü"}');
    const reply = await send(`https://hook.example:${port}/in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      body,
    });
    if (!reply.ok) throw new Error(reply.message);
    const [socket]: { servername?: string }[] = await secured;
    expect(socket?.servername).toBe('hook.example');
    expect(reply).toMatchObject({ status: 200, address: '127.0.53.1', isTruncated: false });
    expect(reply.phases).toEqual({ dns: expect.any(Number), connect: expect.any(Number), tls: expect.any(Number) });
    expect(echoOf(reply.body)).toMatchObject({
      method: 'POST',
      body: body.toString('base64'),
      headers: {
        host: `hook.example:${port}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
        'webhook-id': 'evt_1',
        'user-agent': 'Vedette',
        connection: 'close',
      },
    });
  });

  it.each([204, 302, 404, 410, 429, 500, 503])('takes %i for a reply, tried once', async (status) => {
    const server = await scene.http((_request, response) => response.writeHead(status, { location: '/x' }).end());
    expect(await send(`http://hook.example:${server.port}/`, { method: 'POST', body: '{}' })).toMatchObject({
      ok: true,
      status,
    });
    expect(server.accepted).toBe(1);
  });

  it('does not send credentials that the URL holds', async () => {
    const { port } = await scene.http(echo);
    const reply = await send(`http://user:secret@hook.example:${port}/`);
    expect(reply.ok && echoOf(reply.body).headers.authorization).toBeUndefined();
  });

  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost', 'inside.example'])(
    'never reaches %s',
    async (host) => {
      scene.dns.set('inside.example', 'A', ['127.0.0.1']);
      const inside = await scene.http(echo, '127.0.0.1');
      expect(await send(`http://${host}:${inside.port}/`)).toMatchObject({
        ok: false,
        phase: 'dns',
        reason: 'forbidden_address',
        reply: null,
      });
      expect(inside.accepted).toBe(0);
    },
  );

  it('asks DNS once for an attempt and connects to that answer; the next attempt is judged anew', async () => {
    const inside = await scene.http(echo, '127.0.0.1');
    await scene.http(echo, '127.0.53.1', inside.port);
    scene.dns.set('rebind.example', 'A', ['127.0.53.1'], ['127.0.0.1']);
    const url = `http://rebind.example:${inside.port}/`;
    expect(await send(url)).toMatchObject({ ok: true, address: '127.0.53.1' });
    expect(await send(url)).toMatchObject({ ok: false, reason: 'forbidden_address' });
    expect(scene.dns.questions.filter((question) => question === 'A rebind.example')).toHaveLength(2);
    expect(inside.accepted).toBe(0);
  });

  it('refuses a certificate that does not fit, before anything is sent', async () => {
    let requests = 0;
    const pair = await createCertificate(['other.example'], { issuer: authority });
    const { port } = await scene.https(pair, (_request, response) => {
      requests += 1;
      response.end();
    });
    expect(await send(`https://hook.example:${port}/`, { method: 'POST', body: 'secret' })).toMatchObject({
      phase: 'tls',
      reason: 'certificate',
    });
    expect(requests).toBe(0);
  });

  it('pays no heed to proxies in the environment', async () => {
    const { port } = await scene.http((_request, response) => response.writeHead(202).end());
    const proxy = await scene.tcp((socket) => socket.destroy(), '127.0.0.1');
    const address = `http://127.0.0.1:${proxy.port}`;
    const { stdout } = await run(
      process.execPath,
      ['--conditions=source', join(import.meta.dirname, 'request-once.ts'), `http://127.0.53.1:${port}/`],
      { env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address } },
    );
    expect(stdout).toBe('202');
    expect(proxy.accepted).toBe(0);
  });
});

describe('request, when the receiver misbehaves', () => {
  it.each<[string, RequestListener, object]>([
    [
      'sends no response',
      () => {},
      {
        phase: 'request',
        reason: 'timeout',
        reply: null,
        message: expect.stringMatching(/^No response from .* within/),
      },
    ],
    [
      'drips its body',
      (_request, response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      },
      { phase: 'response', reason: 'timeout', reply: { status: 200, isTruncated: false } },
    ],
    [
      'hangs up before it answers',
      (request) => request.socket.destroy(),
      { phase: 'request', reason: 'closed', reply: null },
    ],
    [
      'hangs up in its body',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('part');
        setTimeout(() => request.socket.destroy(), 20);
      },
      { phase: 'response', reason: 'closed', reply: { status: 200 } },
    ],
    [
      'sends too large a header',
      (_request, response) => response.writeHead(200, { 'x-large': 'x'.repeat(80_000) }).end(),
      { phase: 'request', reason: 'protocol' },
    ],
    [
      'claims an encoding that it does not use',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
      { phase: 'response', reason: 'undecodable_body', reply: { status: 200 } },
    ],
  ])('says so when it %s', async (_name, onRequest, expected) => {
    const { port } = await scene.http(onRequest);
    const startedAt = performance.now();
    expect(await send(`http://hook.example:${port}/`, {}, 300)).toMatchObject({ ok: false, ...expected });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('says so when it does not speak HTTP', async () => {
    const { port } = await scene.tcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await send(`http://hook.example:${port}/`)).toMatchObject({ reason: 'protocol' });
  });

  it('says so when it refuses the connection', async () => {
    const { server, port } = await scene.tcp(() => {});
    server.close();
    await once(server, 'close');
    expect(await send(`http://hook.example:${port}/`, { method: 'POST', body: '{}' })).toMatchObject({
      phase: 'connect',
      reason: 'refused',
      message: `Connection refused by 127.0.53.1:${port}`,
      phases: { dns: expect.any(Number), connect: null },
    });
  });

  it('leaves no connection behind when the request itself cannot be sent', async () => {
    let isClosed = false;
    const { port } = await scene.tcp((socket) => {
      socket.resume().on('close', () => {
        isClosed = true;
      });
    });
    const reply = await send(`http://hook.example:${port}/`, { headers: { 'x-bad': 'line\nbreak' } });
    expect(reply).toMatchObject({ ok: false, phase: 'request', reason: 'protocol', code: 'ERR_INVALID_CHAR' });
    await eventually(() => isClosed);
  });

  it('keeps the first bytes of an endless body and hangs up', async () => {
    let isClosed = false;
    const { port } = await scene.http((_request, response) => {
      const chunk = Buffer.alloc(16_384, 'x');
      const flood = (): void => {
        while (response.write(chunk));
      };
      response.on('drain', flood).on('close', () => {
        isClosed = true;
      });
      flood();
    });
    const reply = await send(`http://hook.example:${port}/`);
    expect(reply).toMatchObject({ ok: true, status: 200, isTruncated: true });
    expect(reply.ok && reply.body.length).toBe(4096);
    await eventually(() => isClosed);
  });

  it('unpacks a bomb no further than the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const { port } = await scene.http((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    const reply = await send(`http://hook.example:${port}/`);
    expect(reply).toMatchObject({ ok: true, isTruncated: true });
    expect(reply.ok && reply.body.length).toBe(4096);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('decodes an honest body', async () => {
    const { port } = await scene.http((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(gzipSync('')),
    );
    expect(await send(`http://hook.example:${port}/`)).toMatchObject({ reason: 'undecodable_body' });
    const honest = await scene.http((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    const reply = await send(`http://hook.example:${honest.port}/`);
    expect(reply.ok && reply.body.toString()).toBe('hello');
  });

  it.each([
    ['dns', 'silent.example'],
    ['connect', 'stalled.example'],
    ['request', 'hook.example'],
  ])('gives up at once when its caller does, in phase %s', async (phase, host) => {
    const stalled = await scene.unanswering('127.0.53.2');
    const { port } = await scene.http(() => {});
    scene.dns.set('silent.example', 'A', 'SILENCE').set('silent.example', 'AAAA', 'SILENCE');
    scene.dns.set('stalled.example', 'A', ['127.0.53.2']);
    const caller = new AbortController();
    const url = new URL(`http://${host}:${host === 'stalled.example' ? stalled : port}/`);
    const sending = scene.outbound.request({ url, maxResponseBytes: 10 }, scene.deadline(5000, caller.signal));
    setTimeout(() => caller.abort(), 50);
    const startedAt = performance.now();
    expect(await sending).toMatchObject({ ok: false, phase, reason: 'aborted' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

async function eventually(isTrue: () => boolean, limitMs = 2000): Promise<void> {
  const startedAt = performance.now();
  while (!isTrue()) {
    if (performance.now() - startedAt > limitMs) throw new Error(`not within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

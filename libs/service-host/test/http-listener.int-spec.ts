import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { HttpLimits } from '../src/http/http-limits.ts';
import { HttpListener, unwantedBodyRead } from '../src/http/http-listener.ts';

const LIMITS: HttpLimits = {
  maxConnections: 3,
  maxHeaderBytes: 4_096,
  headersMs: 200,
  requestMs: 400,
  silenceMs: 1_000,
  maxUnwantedBodyBytes: 10_240,
  requiresHost: true,
};
/** A limit, plus the second until the next check of the limits, plus a margin for a busy machine. */
const SOON_MS = 3_000;

const LARGE = 'x'.repeat(20_000_000);

let listener: HttpListener;
let port: number;
const sockets: Socket[] = [];
const errors: Error[] = [];

afterEach(async () => {
  errors.length = 0;
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.cut();
});

async function listening(limits: Partial<HttpLimits> = {}): Promise<void> {
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/silent') void unwantedBodyRead(request).then(() => response.end('answer'));
  };
  listener = new HttpListener({ ...LIMITS, ...limits }, answer, (error) => errors.push(error));
  port = await listener.listen({ host: '127.0.0.1', port: 0 });
}

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
  /** How long the connection stays open from now on. */
  readonly ended: () => Promise<number>;
}

async function client(): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return {
    socket,
    received: () => received,
    ended: async () => {
      const startedAt = performance.now();
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
      return performance.now() - startedAt;
    },
  };
}

const post = (fields: string): string => `POST / HTTP/1.1\r\nHost: here\r\n${fields}\r\n\r\n`;

describe('a listener', () => {
  it('ends a connection whose headers do not come', async () => {
    await listening();
    const { socket, ended, received } = await client();
    socket.write('GET / HTTP/1.1\r\nHost: h');
    expect(await ended()).toBeLessThan(SOON_MS);
    expect(received()).toContain(' 408 ');
  });

  it('ends a connection whose body does not come', async () => {
    await listening();
    const { socket, ended, received } = await client();
    socket.write(`${post('Content-Length: 100')}begun`);
    expect(await ended()).toBeLessThan(SOON_MS);
    expect(received()).toContain(' 408 ');
  });

  it('ends a connection on which an answer makes no progress', async () => {
    await listening();
    const { socket, ended } = await client();
    socket.write('GET /silent HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await ended()).toBeLessThan(SOON_MS);
  });

  it('refuses headers that are too large', async () => {
    await listening();
    const { socket, ended, received } = await client();
    socket.write(`GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(5_000)}\r\n\r\n`);
    await ended();
    expect(received()).toContain(' 431 ');
  });

  it('refuses a request that names two hosts, and ends the connection', async () => {
    await listening();
    const { socket, ended, received } = await client();
    socket.write('GET / HTTP/1.1\r\nHost: here\r\nhOST: there\r\n\r\nGET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await ended()).toBeLessThan(SOON_MS);
    expect(received().match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
  });

  it('takes so many connections and no more', async () => {
    // No other limit ends a connection within the time of this test.
    await listening({ headersMs: 60_000, requestMs: 60_000, silenceMs: 60_000 });
    await Promise.all([client(), client(), client()]);
    expect(await (await client()).ended()).toBeLessThan(SOON_MS);
  });

  it('keeps a connection whose unwanted body fits, and answers the next request on it', async () => {
    await listening({ requestMs: 10_000 });
    const { socket, received } = await client();
    const body = 'x'.repeat(10_240);
    socket.write(`${post(`Content-Length: ${body.length}`)}${body}`);
    while (!received().endsWith('answer')) await once(socket, 'data');
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    while (received().split('answer').length < 3) await once(socket, 'data');
    expect(received()).not.toContain('Connection: close');
  });

  it.each([
    ['announced', `Content-Length: ${LARGE.length}`, ''],
    ['in chunks', 'Transfer-Encoding: chunked', `${LARGE.length.toString(16)}\r\n`],
  ])('answers a larger one, %s, after its first 10 KB and ends the connection', async (_, fields, start) => {
    await listening();
    const { socket, received, ended } = await client();
    const bytesRead = new Promise<number>((resolve) => {
      listener.server.once('request', ({ socket: own }) => own.once('close', () => resolve(own.bytesRead)));
    });
    socket.write(`${post(fields)}${start}${LARGE}`);
    expect(await ended()).toBeLessThan(SOON_MS);
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*answer$/);
    // Node reads 64 KB at a time.
    expect(await bytesRead).toBeLessThanOrEqual(2 * 65_536);
  });

  it('leaves bodies to a handler that reads them itself', async () => {
    const answerLength: RequestListener = (request, response) => {
      void request.toArray().then((chunks: Buffer[]) => response.end(String(Buffer.concat(chunks).length)));
    };
    listener = new HttpListener({ ...LIMITS, maxUnwantedBodyBytes: null }, answerLength, (error) => errors.push(error));
    port = await listener.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'x'.repeat(50_000) });
    expect(await answer.text()).toBe('50000');
  });

  it('is bound to the address that it is given', async () => {
    await listening();
    expect(listener.server.address()).toMatchObject({ address: '127.0.0.1' });
  });
});

describe('an error of the server', () => {
  it('is told, each time, and the next connection is served', async () => {
    await listening();
    const failures = [1, 2, 3].map((count) => new Error(`accept EMFILE ${count}`));
    for (const failure of failures) listener.server.emit('error', failure);
    expect(errors).toEqual(failures);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
  });

  it('refuses the start when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    listener = new HttpListener(
      LIMITS,
      () => undefined,
      (error) => errors.push(error),
    );
    const place = { host: '127.0.0.1', port: (taken.address() as AddressInfo).port };
    await expect(listener.listen(place)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(errors).toEqual([]);
    taken.close();
  });
});

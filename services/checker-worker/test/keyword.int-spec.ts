import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FloodServer, httpFloods } from '@vedette/test-kit/flood-server';
import { keywordTarget } from './support/targets.ts';
import { World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
  world.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => world.close());

describe('a keyword', () => {
  const serving = async (body: Buffer | string, headers: Record<string, string> = {}): Promise<string> => {
    const { port } = await world.http((_request, response) => response.writeHead(200, headers).end(body));
    return `http://a.example:${port}/`;
  };

  it.each<[string, Buffer, Record<string, string>]>([
    ['plain text', Buffer.from('a warm welcome'), {}],
    ['gzip', gzipSync('a warm welcome'), { 'content-encoding': 'gzip' }],
    ['Brotli', brotliCompressSync('a warm welcome'), { 'content-encoding': 'br' }],
    ['UTF-16', Buffer.from('\uFEFFa warm welcome', 'utf16le'), {}],
  ])('is found in %s', async (_name, body, headers) => {
    expect(await world.probe(keywordTarget(await serving(body, headers), 'welcome'))).toMatchObject({ ok: true });
  });

  it('is missed where it is not, and where it should not be', async () => {
    const url = await serving('a warm welcome');
    expect(await world.probe(keywordTarget(url, 'farewell'))).toMatchObject({
      ok: false,
      reason: 'Keyword "farewell" is not in the response',
      statusCode: 200,
    });
    expect(await world.probe(keywordTarget(url, 'welcome', { keywordMatch: 'NOT_EXISTS' }))).toMatchObject({
      ok: false,
      reason: 'Keyword "welcome" is in the response',
    });
    expect(await world.probe(keywordTarget(url, 'farewell', { keywordMatch: 'NOT_EXISTS' }))).toMatchObject({
      ok: true,
    });
  });

  it('does not count in a page with an unexpected status', async () => {
    const { port } = await world.http((_request, response) => response.writeHead(500).end('welcome'));
    expect(await world.probe(keywordTarget(`http://a.example:${port}/`, 'welcome'))).toMatchObject({
      ok: false,
      statusCode: 500,
    });
  });

  it('is looked for in the first 2 MiB', async () => {
    const padding = 'x'.repeat(2 * 1024 * 1024 - 7);
    const found = await world.probe(keywordTarget(await serving(`${padding}welcome`), 'welcome'));
    expect(found).toMatchObject({ ok: true });
    const cut = await world.probe(keywordTarget(await serving(`${padding}xwelcome`), 'welcome'));
    expect(cut).toMatchObject({ ok: false, reason: 'Keyword "welcome" is not in the first 2 MiB of the response' });
  });

  it('unpacks a bomb only as far as it looks', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
    const before = process.memoryUsage().rss;
    const url = await serving(bomb, { 'content-encoding': 'gzip' });
    const result = await world.probe(keywordTarget(url, 'welcome'));
    expect(result).toMatchObject({ ok: false, reason: 'Keyword "welcome" is not in the first 2 MiB of the response' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each<[string, Buffer, string, RegExp]>([
    ['is not what it says', Buffer.from('no gzip at all'), 'gzip', /says it is encoded as gzip and cannot be decoded/],
    ['nobody knows', Buffer.from('x'), 'rot13', /is encoded as rot13, which cannot be read/],
  ])('says so of an encoding that %s', async (_name, body, encoding, reason) => {
    const result = await world.probe(keywordTarget(await serving(body, { 'content-encoding': encoding }), 'welcome'));
    expect(result.ok ? 'ok' : result.reason).toMatch(reason);
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['resets the connection', 'Content-Length: 100\r\n\r\nhalf', (socket) => socket.resetAndDestroy()],
    ['sends less than it promised', 'Content-Length: 100\r\n\r\nhalf', (socket) => socket.end()],
    ['ends a chunked body early', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', (socket) => socket.end()],
  ])('is not looked for to the end where a server %s', async (_name, text, afterwards) => {
    const { port } = await world.tcp((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${text}`, () => setTimeout(() => afterwards(socket), 20));
      });
    });
    const result = await world.probe(keywordTarget(`http://a.example:${port}/`, 'welcome'));
    expect(result.ok ? 'ok' : result.reason).toMatch(
      /^Connection closed by 127\.0\.53\.1:\d+ before the response was complete$/,
    );
  });

  it('is found while the page goes on, and the rest of the page is not waited for', async () => {
    const server = await world.http((_request, response) => void response.write('a warm welcome'));
    const url = `http://a.example:${server.port}/`;
    expect(await world.probe(keywordTarget(url, 'welcome'))).toMatchObject({ ok: true });
    const unwanted = keywordTarget(url, 'welcome', { keywordMatch: 'NOT_EXISTS' });
    expect(await world.probe(unwanted)).toMatchObject({ ok: false, reason: 'Keyword "welcome" is in the response' });
    expect(server.accepted).toBe(2);
  });

  it('says so of a page in tiny pieces without end', async () => {
    const flood = await FloodServer.start(httpFloods['chunks of one byte'], undefined, '127.0.53.1');
    world.onEnd(() => flood.stop());
    const target = keywordTarget(`http://a.example:${flood.port}/`, 'welcome', { timeoutSeconds: 30 });
    expect(await world.probe(target)).toMatchObject({
      ok: false,
      reason: `127.0.53.1:${flood.port} sends its response in too many tiny pieces to be read`,
      statusCode: 200,
    });
  });
});

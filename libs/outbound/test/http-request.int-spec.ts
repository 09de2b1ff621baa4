import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { diagnose, endpointOf, nextHop, readBody, requestOver, type Deadline } from '@vedette/outbound';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { Scene } from './scene.ts';

let authority: KeyPair;
beforeAll(async () => {
  authority = await createAuthority();
});

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ authority });
  scene.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => scene.close());

/** A minimal probe: connect, send, read, follow redirects. */
async function get(url: URL, deadline: Deadline, hops = 0): Promise<{ status: number; body: string } | string> {
  const connection = await scene.outbound.connectUrl(url, {}, deadline);
  if (!connection.ok) return connection.message;
  const endpoint = endpointOf(connection.address, Number(url.port));
  const request = requestOver(connection, url, { headers: { accept: '*/*' } }, deadline);
  try {
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('no response');
    const { statusCode: status = 0, headers } = response;
    const hop = nextHop({ status, location: headers.location, url, method: 'GET', hops });
    if (hop.kind === 'refuse') return hop.message;
    if (hop.kind === 'follow') return await get(hop.url, deadline, hops + 1);
    const contentEncoding = headers['content-encoding'];
    const body = await readBody(response, { contentEncoding, maxBytes: 1000, endpoint }, deadline);
    return body.ok ? { status, body: body.bytes.toString() } : body.message;
  } catch (error) {
    return deadline.ended ?? diagnose(error, { phase: 'request', endpoint }).message;
  } finally {
    request.destroy();
  }
}

describe('requestOver', () => {
  it('keeps the name in Host, asks for path and query, and closes the connection after it', async () => {
    let seen: Pick<IncomingMessage, 'url' | 'headers'> | undefined;
    const { port } = await scene.http((request, response) => {
      seen = { url: request.url, headers: request.headers };
      response.end('hello');
    });
    const reply = await get(new URL(`http://a.example:${port}/x?y=1#z`), scene.deadline(2000));
    expect(reply).toEqual({ status: 200, body: 'hello' });
    expect(seen).toEqual({
      url: '/x?y=1',
      headers: { host: `a.example:${port}`, connection: 'close', accept: '*/*' },
    });
  });

  it('speaks https with the name in Host and SNI', async () => {
    const pair = await createCertificate(['a.example'], { issuer: authority });
    const { port } = await scene.https(pair, (request, response) => response.end(request.headers.host));
    const reply = await get(new URL(`https://a.example:${port}/`), scene.deadline(2000));
    expect(reply).toEqual({ status: 200, body: `a.example:${port}` });
  });

  it('leaves the default port out of Host', async () => {
    const { port } = await scene.http((request, response) => response.end(request.headers.host));
    const deadline = scene.deadline(2000);
    const connection = await scene.outbound.connect({ host: 'a.example', port }, deadline);
    if (!connection.ok) throw new Error(connection.message);
    const request = requestOver(connection, new URL('https://a.example/'), {}, deadline);
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    expect(String(await response?.toArray())).toBe('a.example');
  });

  it('follows redirects, each hop checked like the first', async () => {
    const inside = await scene.http((_request, response) => response.end('secret'), '127.0.0.1');
    scene.dns.set('inside.example', 'A', ['127.0.0.1']);
    const places = new Map([
      ['/ok', '/final'],
      ['/literal', `http://127.0.0.1:${inside.port}/`],
      ['/hexadecimal', `http://0x7f.1:${inside.port}/`],
      ['/named', `http://inside.example:${inside.port}/`],
      ['/mapped', `http://[::ffff:127.0.0.1]:${inside.port}/`],
      ['/circle', '/circle'],
      ['/file', 'file:///etc/passwd'],
    ]);
    const { port } = await scene.http((request, response) => {
      const location = places.get(request.url ?? '');
      if (location === undefined) response.end('final');
      else response.writeHead(302, { location }).end();
    });
    const from = (path: string) => get(new URL(`http://a.example:${port}${path}`), scene.deadline(2000));
    const forbidden = 'only public addresses are allowed';
    expect(await from('/ok')).toEqual({ status: 200, body: 'final' });
    expect(await from('/literal')).toBe(`127.0.0.1 is a loopback address; ${forbidden}`);
    expect(await from('/hexadecimal')).toBe(`127.0.0.1 is a loopback address; ${forbidden}`);
    expect(await from('/named')).toBe(`inside.example resolves to a loopback address; ${forbidden}`);
    expect(await from('/mapped')).toBe(`::ffff:7f00:1 is an IPv4-mapped address; ${forbidden}`);
    expect(await from('/circle')).toBe(`More than 5 redirects, the last from http://a.example:${port}/circle`);
    expect(await from('/file')).toBe(`http://a.example:${port}/file redirects to file: instead of http or https`);
    expect(inside.accepted).toBe(0);
  });

  it('ends with the deadline when no response comes', async () => {
    const { port } = await scene.http(() => {});
    expect(await get(new URL(`http://a.example:${port}/`), scene.deadline(100))).toBe('timeout');
  });

  it('names a server that hangs up and one that speaks something else', async () => {
    const hangUp = await scene.tcp((socket) => void socket.once('data', () => socket.end()));
    const other = await scene.tcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await get(new URL(`http://a.example:${hangUp.port}/`), scene.deadline(2000))).toBe(
      `Connection closed by 127.0.53.1:${hangUp.port} before a response came`,
    );
    expect(await get(new URL(`http://a.example:${other.port}/`), scene.deadline(2000))).toBe(
      `127.0.53.1:${other.port} did not answer in HTTP`,
    );
  });
});

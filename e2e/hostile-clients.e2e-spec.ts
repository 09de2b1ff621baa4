import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';

let fixture: Fixture;
let tenant: Tenant;
let redis: Redis;

beforeAll(async () => {
  fixture = await startFixture({ services: ['gateway', 'monitor'], env: { RATE_LIMIT_REQUESTS: '100000' } });
  tenant = await fixture.tenant();
  redis = new Redis(fixture.stack.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
  await fixture.stop();
});

const AT_ONCE = 20;
const PIECES = 30;

interface Hostile {
  readonly name: string;
  /** What is sent, piece by piece: each arrives by itself. */
  readonly pieces: () => string[];
  /** Whether the client goes as soon as it has sent everything. */
  readonly leaves?: boolean;
}

const request = (method: string, path: string, ...fields: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${tenant.key}`, ...fields, '', ''].join('\r\n');
const post = (...fields: string[]): string =>
  request('POST', '/api/v1/monitors', 'Content-Type: application/json', ...fields);
const times = (piece: string): string[] => Array.from({ length: PIECES }, () => piece);

const rows: Hostile[] = [
  { name: 'garbage in many pieces', pieces: () => times('\u0016\u0003 garbage\r\n\r\n') },
  { name: 'a request and then garbage in many pieces', pieces: () => [request('GET', '/a'), ...times('\u0000')] },
  {
    name: 'a broken chunk of a body, followed by many pieces',
    pieces: () => [`${post('Transfer-Encoding: chunked')}5\r\n{"nam\r\nZZ\r\n`, ...times('x')],
  },
  { name: 'half a body', pieces: () => [post('Content-Length: 1000'), ...times('{')], leaves: true },
  { name: 'a body that is too large and goes on', pieces: () => [post('Content-Length: 9999999'), ...times('x')] },
  { name: 'many requests in one piece', pieces: () => [times(request('GET', '/api/v1/monitors')).join('')] },
  {
    name: 'many requests in one piece, unread',
    pieces: () => [times(post('Content-Length: 2') + '{}').join('')],
    leaves: true,
  },
  { name: 'many requests, one after the other', pieces: () => times(request('GET', '/api/v1/monitors?limit=1')) },
  { name: 'bad percent-encodings', pieces: () => times(request('GET', '/api/v1/monitors/%E0%A4%A')) },
  { name: 'refused requests with bodies', pieces: () => times(request('PUT', '/x', 'Content-Length: 3') + 'abc') },
  { name: 'many CONNECTs', pieces: () => times('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n') },
  { name: 'many expectations', pieces: () => times(post('Expect: 100-continue', 'Content-Length: 2') + '{}') },
  { name: 'many upgrades', pieces: () => times(request('GET', '/x', 'Connection: Upgrade', 'Upgrade: websocket')) },
  {
    name: 'headers that overflow, in many pieces',
    pieces: () => ['GET / HTTP/1.1\r\nX: ', ...times('a'.repeat(5_000))],
  },
];

/** Sends each piece by itself, then leaves or waits until the gateway has nothing more to say. */
async function attack({ pieces, leaves = false }: Hostile): Promise<void> {
  const { hostname, port } = new URL(fixture.stack.apiUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const over = new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.setTimeout(500, () => socket.destroy());
  });
  socket.resume();
  for (const piece of pieces()) {
    if (socket.destroyed) break;
    await written(socket, piece);
    // A pause that separates the pieces on their way; nothing depends on its length.
    await sleep(2);
  }
  if (leaves) socket.resetAndDestroy();
  await over;
}

function written(socket: Socket, piece: string): Promise<void> {
  return new Promise((resolve) => socket.write(piece, 'latin1', () => resolve()));
}

describe('clients that break the rules leave nothing behind in the gateway', () => {
  it.each(rows)('$name', async (row) => {
    // Answers wait while Redis is slow, and what clients still send meets requests that are not settled yet.
    await redis.client('PAUSE', 200, 'ALL');
    const { logs } = fixture.stack.service('gateway');
    const before = logs.length;
    await Promise.all(Array.from({ length: AT_ONCE }, () => attack(row)));
    expect((await tenant.api.get('/api/v1/monitors?limit=1')).status).toBe(200);
    expect(logs.slice(before).filter((line) => line.includes('MaxListenersExceededWarning'))).toEqual([]);
  });
});

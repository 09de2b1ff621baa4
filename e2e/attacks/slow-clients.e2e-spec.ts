import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SharedFixture, sharedFixture } from '../support/fixture.ts';
import { API_PORT, PORTS, portUrl } from './support/ports.ts';
import { RawConnection, statusesOf } from './support/raw-connection.ts';

// Clients on every port that send a byte a second, or nothing at all. They begin together, and each is ended in time.

const AT_ONCE = 20;
/** The limits of http-limits.ts. */
const HEADERS_MS = 10_000;
const BODY_MS = 15_000;
const API_BODY_MS = 30_000;
/** Limits are looked at every second; the rest is for a busy machine. */
const MARGIN_MS = 5_000;
const PROMPT_MS = 2_000;

let fixture: SharedFixture;
let key: string;
const clients = new Map<string, RawConnection[]>();
/** How long each connection stayed open; rejected if that was for too long. */
const lastedMs = new Map<string, Promise<PromiseSettledResult<number>[]>>();
let dripping: NodeJS.Timeout;

/** On the API with a key and at a path that takes a body: without them it is refused before its body is read. */
const post = (port: string, field: string): string => {
  const path = port === API_PORT ? '/api/v1/monitors' : '/slow';
  const fields = ['Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json', field];
  return [`POST ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n');
};

const kinds = [
  { name: 'half a request line', head: () => 'GET /sl', isDripping: false, isBody: false },
  { name: 'headers that drip', head: () => 'GET /slow HTTP/1.1\r\nHost: x\r\nX: ', isDripping: true, isBody: false },
  {
    name: 'a body that drips',
    head: (port: string) => post(port, 'Content-Length: 9999'),
    isDripping: true,
    isBody: true,
  },
  {
    name: 'a chunk that drips',
    head: (port: string) => `${post(port, 'Transfer-Encoding: chunked')}fff\r\n`,
    isDripping: true,
    isBody: true,
  },
];
const rows = PORTS.flatMap((port) => kinds.map((kind) => Object.assign({ port }, kind)));

/** How long it may last. */
const limitMsOf = (port: string, isBody: boolean): number => {
  if (!isBody) return HEADERS_MS + MARGIN_MS;
  return (port === API_PORT ? API_BODY_MS : BODY_MS) + MARGIN_MS;
};

beforeAll(async () => {
  fixture = await sharedFixture();
  ({ key } = await fixture.tenant());
  await Promise.all(
    rows.map(async ({ port, name, head, isBody }) => {
      const open = (): Promise<RawConnection> => RawConnection.open(portUrl(fixture.stack, port));
      const opened = await Promise.all(Array.from({ length: AT_ONCE }, open));
      const startedAt = performance.now();
      clients.set(
        `${port} ${name}`,
        opened.map((client) => client.send(head(port))),
      );
      const limitMs = limitMsOf(port, isBody);
      const lasting = opened.map((client) => client.untilClosed(limitMs).then(() => performance.now() - startedAt));
      lastedMs.set(`${port} ${name}`, Promise.allSettled(lasting));
    }),
  );
  dripping = setInterval(drip, 1_000);
});
afterAll(() => {
  clearInterval(dripping);
  for (const client of [...clients.values()].flat()) client.socket.destroy();
});

function drip(): void {
  for (const { port, name } of rows.filter(({ isDripping }) => isDripping)) {
    for (const client of clients.get(`${port} ${name}`) ?? []) if (client.socket.writable) client.send('a');
  }
}

describe('while slow clients hold connections', () => {
  it.each(PORTS)('others are answered at once on the port of %s', async (port) => {
    const askedAt = performance.now();
    const other = await RawConnection.open(portUrl(fixture.stack, port));
    const request = 'GET /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(statusesOf(await other.send(request).untilClosed(PROMPT_MS))).toHaveLength(1);
    expect(performance.now() - askedAt).toBeLessThan(PROMPT_MS);
  });
});

describe('a slow client is ended', () => {
  it.each(rows)('on the port of $port: $name', async ({ port, name, isBody }) => {
    const lasted = (await lastedMs.get(`${port} ${name}`)) ?? [];
    expect(lasted.filter(({ status }) => status === 'rejected')).toEqual([]);
    const longest = Math.max(...lasted.map((each) => (each.status === 'fulfilled' ? each.value : Infinity)));
    expect([lasted.length, longest < limitMsOf(port, isBody)]).toEqual([AT_ONCE, true]);
  });
});

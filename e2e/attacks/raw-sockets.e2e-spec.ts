import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';
import { HTTP_MONITOR, type Page } from '../support/monitors.ts';
import { API_PORT, PORTS, portUrl } from './support/ports.ts';
import { RawConnection, statusesOf } from './support/raw-connection.ts';

// Bytes that servers and proxies read differently. A server that reads a second request out of the body of the first
// lets a client smuggle that request past a proxy.

let fixture: SharedFixture;
let tenant: Tenant;
const connections: RawConnection[] = [];

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});
afterAll(() => connections.forEach(({ socket }) => socket.destroy()));

const CLOSED_WITHIN_MS = 10_000;
/** Large enough for every body here, so that no connection ends because of its size. */
const SMUGGLED_NAME = 'Smuggled';

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');

/** The request that must not be read: on the API it would create a monitor. */
function smuggled(): string {
  const body = JSON.stringify({ ...HTTP_MONITOR, name: SMUGGLED_NAME, type: 'CRON' });
  const key = `X-API-Key: ${tenant.key}`;
  return `${lines('POST /api/v1/monitors HTTP/1.1', 'Host: x', key, 'Content-Type: application/json', `Content-Length: ${body.length}`, '')}${body}`;
}

/** The last request of a connection: the server closes it after the answer. */
const LAST = lines('GET /last HTTP/1.1', 'Host: x', 'Connection: close', '');
const get = (...fields: string[]): string => lines('GET /first HTTP/1.1', 'Host: x', ...fields, '');
const post = (...fields: string[]): string => lines('POST /first HTTP/1.1', 'Host: x', ...fields, '');
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

interface Shape {
  readonly name: string;
  readonly bytes: () => string;
  /**
   * How many answers there are to these bytes. 'refused' is one 400, after which the connection is closed. 'cut' may be an
   * answer to the head before that: some servers answer before they have read the body.
   */
  readonly answers: number | 'refused' | 'cut';
}

const refusedShapes: [string, () => string][] = [
  ['a length and chunks', () => post('Content-Length: 6', 'Transfer-Encoding: chunked') + '0\r\n\r\n' + smuggled()],
  ['chunks and a length', () => post('Transfer-Encoding: chunked', 'Content-Length: 6') + '0\r\n\r\n' + smuggled()],
  [
    'a length of all and chunks that end before it',
    () => post(`Content-Length: ${smuggled().length + 5}`, 'Transfer-Encoding: chunked') + '0\r\n\r\n' + smuggled(),
  ],
  ['two codings, the last one unknown', () => post('Transfer-Encoding: chunked', 'Transfer-Encoding: x') + '0\r\n\r\n'],
  ['chunks before identity', () => post('Transfer-Encoding: chunked, identity') + chunked(smuggled())],
  ['a coding after a vertical tab', () => post('Transfer-Encoding: \u000bchunked') + chunked(smuggled())],
  ['a space before the colon', () => post('Transfer-Encoding : chunked') + chunked(smuggled())],
  ['a tab before the colon of a length', () => post('Content-Length\t: 0') + smuggled()],
  ['two lengths that differ', () => post('Content-Length: 0', `Content-Length: ${smuggled().length}`) + smuggled()],
  ['the same length twice', () => post('Content-Length: 0', 'Content-Length: 0') + smuggled()],
  ['a list of lengths', () => post('Content-Length: 0, 0') + smuggled()],
  ['a length with a sign', () => post('Content-Length: +0') + smuggled()],
  ['a negative length', () => post('Content-Length: -1') + smuggled()],
  ['a hexadecimal length', () => post('Content-Length: 0x5') + smuggled()],
  ['a length beyond 64 bits', () => post('Content-Length: 18446744073709551617') + smuggled()],
  ['a length with a space in it', () => post('Content-Length: 0 0') + smuggled()],
  ['an empty length', () => post('Content-Length: ') + smuggled()],
  ['a folded coding', () => post('Transfer-Encoding:\r\n chunked') + chunked(smuggled())],
  ['a folded length', () => post(`Content-Length:\r\n ${smuggled().length}`) + smuggled()],
  [
    'a field that begins with a space',
    () => lines('GET /first HTTP/1.1', ' Content-Length: 0', 'Host: x', '') + smuggled(),
  ],
  ['line feeds alone', () => 'GET /first HTTP/1.1\nHost: x\n\n' + smuggled()],
  ['a line feed alone after a field', () => 'GET /first HTTP/1.1\r\nHost: x\nX: y\r\n\r\n' + smuggled()],
  ['a carriage return alone in a field', () => get('X: a\rContent-Length: 5') + smuggled()],
  ['U+0000 in a field', () => get('X: a\u0000b') + smuggled()],
  ['a field without a name', () => get(': a') + smuggled()],
  ['a space in the name of a field', () => get('X Y: a') + smuggled()],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a tab in the request line', () => lines('GET\t/first HTTP/1.1', 'Host: x', '')],
  ['two hosts', () => lines('GET /first HTTP/1.1', 'Host: x', 'Host: y', '')],
];

const cutShapes: [string, () => string][] = [
  ['an unknown coding', () => post('Transfer-Encoding: xchunked') + chunked(smuggled())],
  ['a coding in quotes', () => post('Transfer-Encoding: "chunked"') + chunked(smuggled())],
  ['HTTP/0.9', () => 'GET /first\r\n\r\n'],
  ['a chunk size with a prefix', () => post('Transfer-Encoding: chunked') + '0x5\r\nabcde\r\n0\r\n\r\n' + smuggled()],
  ['a chunk size with a sign', () => post('Transfer-Encoding: chunked') + '+5\r\nabcde\r\n0\r\n\r\n' + smuggled()],
  ['a chunk size beyond 64 bits', () => post('Transfer-Encoding: chunked') + 'fffffffffffffffff\r\nabc' + smuggled()],
  ['a chunk size that is negative', () => post('Transfer-Encoding: chunked') + '-1\r\nabc\r\n0\r\n\r\n' + smuggled()],
  [
    'a chunk that is longer than it says',
    () => post('Transfer-Encoding: chunked') + '3\r\nabcde\r\n0\r\n\r\n' + smuggled(),
  ],
  [
    'a line feed alone after a chunk size',
    () => post('Transfer-Encoding: chunked') + '3\nabc\r\n0\r\n\r\n' + smuggled(),
  ],
  ['a line feed alone after a chunk', () => post('Transfer-Encoding: chunked') + '3\r\nabc\n0\r\n\r\n' + smuggled()],
  [
    'a line feed alone in a chunk extension',
    () => post('Transfer-Encoding: chunked') + '3;a\nb\r\nabc\r\n0\r\n\r\n' + smuggled(),
  ],
  [
    'chunk extensions of 20 KB',
    () => post('Transfer-Encoding: chunked') + `3;${'a'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
  ],
];

const servedShapes: [string, number, () => string][] = [
  ['five requests at once', 5, () => get().repeat(5)],
  ['a body that holds a request', 1, () => post(`Content-Length: ${smuggled().length}`) + smuggled()],
  ['chunks that hold a request', 1, () => post('Transfer-Encoding: chunked') + chunked(smuggled())],
  ['chunks in capitals', 1, () => post('Transfer-Encoding: CHUNKED') + chunked(smuggled())],
  ['a chunk extension', 1, () => post('Transfer-Encoding: chunked') + '3;a=b;c="d"\r\nabc\r\n0\r\n\r\n'],
  ['trailers', 1, () => post('Transfer-Encoding: chunked') + '3\r\nabc\r\n0\r\nContent-Length: 99\r\nHost: y\r\n\r\n'],
  ['two spaces in the request line', 1, () => lines('GET  /first HTTP/1.1', 'Host: x', '')],
  ['the absolute form', 1, () => lines('GET http://other.example/first HTTP/1.1', 'Host: x', '')],
  ['empty lines before a request', 1, () => `\r\n\r\n${get()}`],
  ['a GET with a body that holds a request', 1, () => get(`Content-Length: ${smuggled().length}`) + smuggled()],
  [
    'an upgrade that nobody offers',
    1,
    () => get('Connection: Upgrade, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  ],
];

const shapes: Shape[] = [
  ...refusedShapes.map(([name, bytes]) => ({ name, bytes, answers: 'refused' as const })),
  ...cutShapes.map(([name, bytes]) => ({ name, bytes, answers: 'cut' as const })),
  ...servedShapes.map(([name, answers, bytes]) => ({ name, bytes, answers })),
];

describe.each(PORTS)('on the port of %s', (port) => {
  it.each(shapes)('$name: $answers', async ({ bytes, answers }) => {
    const connection = await RawConnection.open(portUrl(fixture.stack, port));
    connections.push(connection);
    const received = await connection.send(bytes() + LAST).untilClosed(CLOSED_WITHIN_MS);
    const statuses = statusesOf(received);
    expect(statuses.filter((status) => status < 200 || status >= 500)).toEqual([]);
    if (answers === 'refused') {
      expect(statuses).toHaveLength(1);
      expect([400, 431]).toContain(statuses[0]);
      expect(received).toMatch(/^Connection: close\r$/im);
    } else if (answers === 'cut') {
      const [, second = 400, ...more] = statuses;
      expect([second, more]).toEqual([400, []]);
    } else {
      // The last answer is missing where a server ends the connection after a body that it has no use for.
      expect(statuses.length).toBeGreaterThanOrEqual(answers);
      expect(statuses.length).toBeLessThanOrEqual(answers + 1);
    }
    if (port === API_PORT) expect(received.match(/^x-request-id: req_/gim)).toHaveLength(statuses.length);
  });
});

describe('afterwards', () => {
  it.each(PORTS)('%s is served', async (port) => {
    const received = await (
      await RawConnection.open(portUrl(fixture.stack, port))
    )
      .send(LAST)
      .untilClosed(CLOSED_WITHIN_MS);
    expect(statusesOf(received)).toHaveLength(1);
  });

  it('no request was smuggled', async () => {
    const { body } = await tenant.api.get<Page<unknown>>('/api/v1/monitors');
    expect(body.data).toEqual([]);
  });
});

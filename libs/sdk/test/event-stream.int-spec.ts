import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { eventStream } from '../src/events/event-stream.ts';
import type { StreamOptions } from '../src/event-stream-types.ts';
import { VedetteError } from '../src/index.ts';
import { Transport } from '../src/transport/transport.ts';
import { type Answerer, apiError, html, OddServer, reset } from './support/odd-server.ts';

let server: OddServer;

beforeAll(async () => {
  server = await OddServer.start();
});

afterAll(() => server.stop());

const row = { console: true, method: 'GET', path: '/events/stream', reads: true, query: true, streams: true } as const;

function stream(options?: StreamOptions, retries?: number) {
  const transport = new Transport({ apiKey: 'ved_key', baseUrl: 'http://unused', consoleUrl: server.url, retries });
  return eventStream(transport, { row, ids: [], query: { types: 'monitor.up' } }, options);
}

function event(cursor: string): string {
  return `id: ${cursor}\nevent: monitor.up\ndata: {"id":"evt_${cursor}","type":"monitor.up"}\n\n`;
}

const streamed = (cursor: string) => ({ id: `evt_${cursor}`, type: 'monitor.up', cursor });

/** Sends these pieces, then ends the stream unless it is to stay open. */
function sends(pieces: readonly (string | Buffer)[], onEnd: (response: ServerResponse) => void): Answerer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    void (async () => {
      for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
      onEnd(response);
    })();
  };
}

const ends = (...pieces: string[]): Answerer => sends(['retry: 0\n\n', ...pieces], (response) => response.end());
const breaks = (...pieces: string[]): Answerer => sends(['retry: 0\n\n', ...pieces], (response) => response.destroy());
const stays = (...pieces: (string | Buffer)[]): Answerer => sends(pieces, () => undefined);

async function take(items: AsyncGenerator, count: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

const asked = () => server.received.map(({ headers }) => headers['last-event-id']);

describe('a stream of events', () => {
  it('asks for what it is told to', async () => {
    server.answers(stays(event('1')));
    expect(await take(stream({ lastEventId: '0' }), 1)).toEqual([streamed('1')]);
    const [first] = server.received;
    expect(first?.url).toBe('/api/console/v1/events/stream?types=monitor.up');
    expect(first?.headers).toMatchObject({ accept: 'text/event-stream', 'x-api-key': 'ved_key', 'last-event-id': '0' });
    expect(first?.headers['idempotency-key']).toBeUndefined();
  });

  it('goes on after the last event when the server ends it, or the connection breaks', async () => {
    server.answers(ends(event('1'), event('2')), breaks(event('3'), 'id: 4\nda'), reset, html(502), stays(event('5')));
    expect(await take(stream(), 4)).toEqual(['1', '2', '3', '5'].map(streamed));
    expect(asked()).toEqual([undefined, '2', '4', '4', '4']);
  });

  it('passes on that it could not go on', async () => {
    server.answers(stays('id: 9\nevent: reset\ndata: {}\n\n', event('10')));
    expect(await take(stream({ lastEventId: 'old' }), 2)).toEqual([{ type: 'reset', cursor: '9' }, streamed('10')]);
  });

  it('reads characters that the network cuts in two', async () => {
    const bytes = Buffer.from('id: 1\ndata: {"name":"Müller 🚨"}\n\n');
    server.answers(stays(...Array.from({ length: bytes.length }, (_, index) => bytes.subarray(index, index + 1))));
    expect(await take(stream(), 1)).toEqual([{ name: 'Müller 🚨', cursor: '1' }]);
  });

  it('tells when the connection is open and when it is lost', async () => {
    server.answers(ends(event('1')), stays(event('2')));
    const states: string[] = [];
    await take(stream({ onState: (state, error) => states.push(`${state} ${error?.code ?? ''}`.trim()) }), 2);
    expect(states).toEqual(['open', 'lost connection_error', 'open']);
  });

  it('ends with the reason of its signal, and closes its connection', async () => {
    const closed = new Promise<void>((resolve) => {
      server.answers((response) => {
        response.on('close', resolve);
        stays(event('1'))(response);
      });
    });
    const controller = new AbortController();
    const items = stream({ signal: controller.signal });
    expect((await items.next()).value).toEqual(streamed('1'));
    const next = items.next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await closed;
  });

  it('closes its connection when nobody reads on', async () => {
    const closed = new Promise<void>((resolve) => {
      server.answers((response) => {
        response.on('close', resolve);
        stays(event('1'))(response);
      });
    });
    expect(await take(stream(), 1)).toHaveLength(1);
    await closed;
  });

  it.each<{
    name: string;
    answers: Answerer[];
    options?: StreamOptions;
    retries?: number;
    code: string;
    requests: number;
  }>([
    { name: 'a key that is refused', answers: [apiError(401, 'unauthorized')], code: 'unauthorized', requests: 1 },
    { name: 'no right to it', answers: [apiError(403, 'forbidden')], code: 'forbidden', requests: 1 },
    { name: 'an event that is not JSON', answers: [stays('data: {\n\n')], code: 'invalid_response', requests: 1 },
    {
      name: 'an end, without retries',
      answers: [ends()],
      options: { retries: 0 },
      code: 'connection_error',
      requests: 1,
    },
    { name: 'a client without retries', answers: [html(502)], retries: 0, code: 'invalid_response', requests: 1 },
    {
      name: 'more failures in a row than allowed',
      answers: [ends(event('1')), apiError(429, 'rate_limited', { 'Retry-After': '0' })],
      options: { retries: 2 },
      code: 'rate_limited',
      requests: 3,
    },
  ])('throws: $name', async ({ answers, options, retries, code, requests }) => {
    server.answers(...answers);
    const error: unknown = await take(stream(options, retries), 9).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VedetteError);
    expect(error).toMatchObject({ code });
    expect(server.received).toHaveLength(requests);
  });
});

import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { drainOf } from './http-drain.ts';

let server: Server;
let drain: () => Promise<void>;
let agent: Agent;
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end('answer');
  });
  drain = drainOf(server);
  server.listen(0);
  await once(server, 'listening');
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

/** Connects in this turn: a name would be looked up first, for as long as a busy machine takes. */
async function ask(path = '/'): Promise<{ connection: string | undefined; body: string }> {
  const request = get({ agent, host: '127.0.0.1', path, port: port() });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  return { connection: response.headers.connection, body: Buffer.concat(chunks).toString() };
}

async function isOver(work: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void work.then(() => (isSettled = true));
  await nextTurn();
  return isSettled;
}

describe('a server that drains', () => {
  it('answers who is connected, and asks to be left', async () => {
    expect(await ask()).toEqual({ connection: 'keep-alive', body: 'answer' });
    const drained = drain();
    expect(await ask()).toEqual({ connection: 'close', body: 'answer' });
    await drained;
    expect(server.listening).toBe(false);
  });

  it('still takes connections that were on their way', async () => {
    const drained = drain();
    expect(await ask()).toEqual({ connection: 'close', body: 'answer' });
    await drained;
  });

  it('waits for requests that take long, whose connections end with their answers', async () => {
    const answer = ask('/held');
    while (held.length === 0) await nextTurn();
    const drained = drain();
    await once(server, 'close', { signal: AbortSignal.timeout(1_500) }).catch(() => undefined);
    expect(await isOver(drained)).toBe(false);
    for (const response of held) response.end('late');
    expect(await answer).toEqual({ connection: 'close', body: 'late' });
    await drained;
  });

  it('ends connections that nobody uses', async () => {
    await ask();
    const silent = connect(port());
    await once(silent, 'connect');
    await drain();
    expect(silent.destroyed || (await once(silent, 'close')).length > 0).toBe(true);
  });
});

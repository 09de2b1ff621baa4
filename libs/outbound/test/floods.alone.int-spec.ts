import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readCapped, readInTurns, type NotReplied, type Replied } from '@vedette/outbound';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { FloodServer, httpFloods, type Flood } from '@vedette/test-kit/flood-server';
import { Scene } from './scene.ts';

const AT_ONCE = 10;
const LIMIT_MS = 10_000;
/** A flood that is read without pacing blocks the event loop for many seconds; a busy machine, for less than one. */
const LONGEST_HOLD_MS = 1_500;

let authority: KeyPair;
let certificate: KeyPair;
beforeAll(async () => {
  authority = await createAuthority();
  certificate = await createCertificate(['flood.example'], { issuer: authority });
});

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ authority });
  scene.dns.set('flood.example', 'A', ['127.0.53.1']);
});
afterEach(() => scene.close());

const flooding = async (flood: Flood, pair?: KeyPair): Promise<number> => {
  const server = await FloodServer.start(flood, pair, '127.0.53.1');
  scene.onEnd(() => server.stop());
  return server.port;
};

const request = (url: string, maxResponseBytes = 1_000_000): Promise<Replied | NotReplied> =>
  scene.outbound.request({ url: new URL(url), maxResponseBytes }, scene.deadline(LIMIT_MS));

/** The longest time for which the event loop was blocked during the work. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let seenAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - seenAt);
    seenAt = now;
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(longest, performance.now() - seenAt);
}

describe('a flood', () => {
  it.each(Object.entries(httpFloods))('of %s keeps nobody else waiting', async (_name, flood) => {
    const port = await flooding(flood);
    const outcomes: (Replied | NotReplied)[] = [];
    const before = process.memoryUsage.rss();
    const heldMs = await longestHold(async () => {
      const all = Array.from({ length: AT_ONCE }, () => request(`http://flood.example:${port}/`));
      outcomes.push(...(await Promise.all(all)));
    });
    for (const outcome of outcomes) {
      const expected = outcome.ok ? { isTruncated: true } : { message: expect.stringMatching(/^[^\n]{10,300}$/) };
      expect(outcome).toMatchObject(expected);
    }
    expect(heldMs).toBeLessThan(LONGEST_HOLD_MS);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('of single bytes keeps nobody waiting over TLS, either', async () => {
    const port = await flooding({ head: 'HTTP/1.1 200 OK\r\n\r\n', again: 'x', isOneByOne: true }, certificate);
    const heldMs = await longestHold(() =>
      Promise.all(Array.from({ length: AT_ONCE }, () => request(`https://flood.example:${port}/`))),
    );
    expect(heldMs).toBeLessThan(LONGEST_HOLD_MS);
  });

  it('ends with a sentence about it when it has cost too much', async () => {
    const port = await flooding(httpFloods['chunks of one byte']);
    expect(await request(`http://flood.example:${port}/`)).toMatchObject({
      ok: false,
      phase: 'response',
      reason: 'exhausted',
      message: `127.0.53.1:${port} sends its response in too many tiny pieces to be read`,
      reply: { status: 200 },
    });
  });

  it('before any response ends with a sentence, too', async () => {
    const port = await flooding(httpFloods['interim responses']);
    expect(await request(`http://flood.example:${port}/`)).toMatchObject({
      ok: false,
      phase: 'request',
      reason: 'exhausted',
      reply: null,
    });
  });

  it('over a bare connection ends as well', async () => {
    const port = await flooding(httpFloods['a drip of single bytes']);
    const deadline = scene.deadline(LIMIT_MS);
    const connection = await scene.outbound.connect({ host: 'flood.example', port }, deadline);
    if (!connection.ok) throw new Error(connection.message);
    const { socket } = connection;
    readInTurns(socket, deadline);
    socket.write('example.org\r\n');
    const { size } = await readCapped(socket, { maxBytes: 1_000_000 }, deadline);
    expect(size).toBeGreaterThan(0);
    expect(deadline.ended === null || deadline.ended === 'exhausted').toBe(true);
    expect(socket.destroyed).toBe(true);
  });
});

describe('what is no flood', () => {
  it('is read to its end: 1 MiB in chunks of 200 bytes', async () => {
    const { port } = await scene.http((_request, response) => {
      for (let i = 0; i < 5_000; i++) response.write('x'.repeat(200));
      response.end();
    });
    const reply = await request(`http://flood.example:${port}/`, 2_000_000);
    expect(reply).toMatchObject({ ok: true, isTruncated: false });
    expect(reply.ok && reply.body.length).toBe(1_000_000);
  });

  it('is read to its end: 2 MiB at once, while others are', async () => {
    const body = Buffer.alloc(2 * 1024 * 1024, 'x');
    const { port } = await scene.http((_request, response) => response.end(body));
    const url = `http://flood.example:${port}/`;
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => request(url, body.length)));
    for (const reply of replies) expect(reply.ok && reply.body.length).toBe(body.length);
  });
});

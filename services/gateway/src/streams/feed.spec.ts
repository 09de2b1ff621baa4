import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StreamGrowth, StreamPage } from '@vedette/contract';
import { createLogger } from '@vedette/telemetry';
import { Feed } from './feed.ts';
import { framed } from './frames.ts';
import { StreamClient } from './stream-client.ts';
import { UnreadBytes } from './unread-bytes.ts';

const PAGE = 3;

/** A log in memory whose pages take as many turns of the event loop as the test says. */
class Log {
  last = 0;
  delay: () => number = () => 0;
  isAway = false;
  reads = 0;
  tell: (growth: StreamGrowth) => void = () => undefined;

  async read(after: string | null): Promise<StreamPage> {
    this.reads += 1;
    // The page is as old as the statement that reads it, and arrives later.
    const page = this.#page(after);
    for (let turns = this.delay(); turns > 0; turns -= 1) await nextTurn();
    if (this.isAway) throw new Error('nobody answers');
    return page;
  }

  #page(after: string | null): StreamPage {
    const from = after === null ? this.last : Number(after);
    const isReset = Number.isNaN(from) || from > this.last;
    const start = isReset ? this.last : from;
    const positions = Array.from({ length: Math.min(PAGE, this.last - start) }, (_, index) => start + index + 1);
    const position = start + positions.length;
    return {
      entries: positions.map((each) => ({ position: each, cursor: String(each), data: `{"n":${each}}` })),
      position,
      cursor: String(position),
      hasMore: position < this.last,
      isReset,
    };
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A connection whose reader takes what is written, or leaves it for later. */
class Connection extends Writable {
  text = '';
  isRead = true;
  #taken: (() => void) | undefined;

  override _write(chunk: Buffer, _: string, taken: () => void): void {
    this.text += chunk.toString();
    if (this.isRead) taken();
    else this.#taken = taken;
  }

  read(isRead: boolean): void {
    this.isRead = isRead;
    if (!isRead) return;
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  get numbers(): number[] {
    return Array.from(this.text.matchAll(/"n":(\d+)/g), ([, number]) => Number(number));
  }
}

const MAX_UNREAD_BYTES = 1_000;

let log: Log;
let feed: Feed;
let unread: UnreadBytes;

beforeEach(() => {
  unread = new UnreadBytes();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  log = new Log();
  feed = new Feed({
    read: (after) => log.read(after),
    subscribe: (take) => {
      log.tell = take;
      return () => undefined;
    },
    logger: createLogger('test', 'error'),
  });
});

afterEach(() => {
  feed.close();
  jest.useRealTimers();
});

async function openReader(after: string | null, connection = new Connection()): Promise<Connection> {
  const client = new StreamClient(connection, {
    organizationId: 'org_1',
    unread,
    maxUnreadBytes: MAX_UNREAD_BYTES,
    cursor: after,
  });
  client.onEnd = () => feed.leave(client);
  const page = await feed.read(after);
  client.take(framed(page));
  await feed.follow(client, page.hasMore);
  return connection;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a feed', () => {
  it('tells its live readers what is new, which it reads once for all of them', async () => {
    const readers = await Promise.all([openReader(null), openReader(null), openReader('0')]);
    const { reads } = log;
    log.last = 2;
    log.tell({ position: 2 });
    await settled();
    expect(readers.map(({ numbers }) => numbers)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(log.reads).toBe(reads + 1);
  });

  it('finds by polling what it was not told of, with a comment', async () => {
    const reader = await openReader(null);
    log.last = 1;
    await settled();
    expect(reader.numbers).toEqual([]);
    feed.poll();
    await settled();
    expect(reader.numbers).toEqual([1]);
    expect(reader.text).toBe('id: 0\n\n:\n\nid: 1\ndata: {"n":1}\n\n');
  });

  it('gives a reader its next page when it has taken the last one, and reads none before', async () => {
    const slow = new Connection();
    slow.read(false);
    log.last = 4 * PAGE;
    void openReader('0', slow);
    await settled();
    expect([slow.numbers, log.reads]).toEqual([from(1, PAGE), 1]);
    feed.poll();
    log.last += 1;
    log.tell({ position: log.last });
    await settled();
    expect([slow.numbers, log.reads]).toEqual([from(1, PAGE), 1]);
    slow.read(true);
    await settled();
    expect(slow.numbers).toEqual(from(1, log.last));
    expect(unread.total).toBe(0);
  });

  it('goes on for the others while a live reader is slow, who catches up', async () => {
    const [slow, fast] = await Promise.all([openReader(null), openReader(null)]);
    slow.read(false);
    for (const position of from(1, 5)) {
      log.last = position;
      log.tell({ position, bytes: 10 });
      await settled();
    }
    expect([slow.numbers, fast.numbers]).toEqual([[1], from(1, 5)]);
    slow.read(true);
    await settled();
    log.last = 6;
    log.tell({ position: 6 });
    await settled();
    expect([slow.numbers, fast.numbers]).toEqual([from(1, 6), from(1, 6)]);
  });

  it('closes a reader that leaves too much unread, and tells it to come back', async () => {
    const slow = await openReader(null);
    slow.read(false);
    log.last = 1;
    log.tell({ position: 1, bytes: 10 });
    await settled();
    const held = unread.total;
    log.last = 2;
    log.tell({ position: 2, bytes: 10 });
    await settled();
    log.tell({ position: 3, bytes: MAX_UNREAD_BYTES - held - 30 });
    expect(slow.writableEnded).toBe(false);
    log.tell({ position: 4, bytes: 10 });
    expect(slow.writableEnded).toBe(true);
    slow.read(true);
    await settled();
    expect(slow.text).toMatch(/\{"n":1\}\n\nretry: \d{4}\n\n$/);
    expect(unread.total).toBe(0);
  });

  it('hears of what is logged while the first page is on its way', async () => {
    log.delay = () => 5;
    const opening = openReader('0');
    log.last = 1;
    log.tell({ position: 1 });
    const reader = await opening;
    await settled();
    expect(reader.numbers).toEqual([1]);
  });

  it('tries again when nobody answers', async () => {
    const reader = await openReader(null);
    log.isAway = true;
    log.last = 1;
    log.tell({ position: 1 });
    await settled();
    log.isAway = false;
    jest.advanceTimersByTime(1_000);
    await settled();
    expect(reader.numbers).toEqual([1]);
  });

  it('resets readers whose place the log no longer has, and goes on', async () => {
    log.last = 9;
    const reader = await openReader(null);
    log.last = 4;
    feed.poll();
    await settled();
    log.last = 5;
    log.tell({ position: 5 });
    await settled();
    expect(reader.text).toBe('id: 9\n\n:\n\nevent: reset\nid: 4\ndata: {}\n\nid: 5\ndata: {"n":5}\n\n');
  });

  it.each(from(1, 40))(
    'gives every reader each event once and in order, with messages lost and slow readers (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      log.delay = () => Math.floor(random() * 4);
      const opening: { first: number; connection: Connection; reader: Promise<Connection> }[] = [];
      const open = (first: number, after: string | null): void => {
        const connection = new Connection();
        opening.push({ first, connection, reader: openReader(after, connection) });
      };
      for (let step = 0; step < 60; step += 1) {
        const chance = random();
        if (chance < 0.5) {
          log.last += 1 + Math.floor(random() * 5);
          if (random() < 0.7) log.tell({ position: log.last });
        } else if (chance < 0.6) {
          const place = Math.floor(random() * (log.last + 1));
          open(place + 1, String(place));
        } else if (chance < 0.65) open(log.last + 1, null);
        else if (chance < 0.8) {
          const connection = opening[Math.floor(random() * opening.length)]?.connection;
          connection?.read(!connection.isRead);
        } else await nextTurn();
      }
      for (const { connection } of opening) connection.read(true);
      await settled();
      feed.poll();
      await settled();
      for (const { first, reader } of opening) expect((await reader).numbers).toEqual(from(first, log.last));
    },
  );
});

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

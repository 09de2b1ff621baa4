import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StreamGrowth, StreamPage } from '@vedette/contract';
import { createLogger } from '@vedette/telemetry';
import { Feed } from './feed.ts';
import { StreamClient } from './stream-client.ts';

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

interface Reader {
  readonly client: StreamClient;
  readonly numbers: () => number[];
  readonly text: () => string;
}

let log: Log;
let feed: Feed;

beforeEach(() => {
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

async function openReader(after: string | null): Promise<Reader> {
  const output = new PassThrough();
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const client = new StreamClient(output, after);
  client.onEnd = () => feed.leave(client);
  await feed.follow(client, await feed.read(after));
  return {
    client,
    text: () => text,
    numbers: () => Array.from(text.matchAll(/"n":(\d+)/g), ([, number]) => Number(number)),
  };
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
    expect(readers.map(({ numbers }) => numbers())).toEqual([
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
    expect(reader.numbers()).toEqual([]);
    feed.poll();
    await settled();
    expect(reader.numbers()).toEqual([1]);
    expect(reader.text()).toBe('id: 0\n\n:\n\nid: 1\ndata: {"n":1}\n\n');
  });

  it('hears of what is logged while the first page is on its way', async () => {
    log.delay = () => 5;
    const opening = openReader('0');
    log.last = 1;
    log.tell({ position: 1 });
    const reader = await opening;
    await settled();
    expect(reader.numbers()).toEqual([1]);
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
    expect(reader.numbers()).toEqual([1]);
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
    expect(reader.text()).toBe('id: 9\n\n:\n\nevent: reset\nid: 4\ndata: {}\n\nid: 5\ndata: {"n":5}\n\n');
  });

  it.each(from(1, 40))(
    'gives every reader each event once and in order, with messages lost (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      log.delay = () => Math.floor(random() * 4);
      const opening: { first: number; reader: Promise<Reader> }[] = [];
      for (let step = 0; step < 60; step += 1) {
        const chance = random();
        if (chance < 0.5) {
          log.last += 1 + Math.floor(random() * 5);
          if (random() < 0.7) log.tell({ position: log.last });
        } else if (chance < 0.6) {
          const place = Math.floor(random() * (log.last + 1));
          opening.push({ first: place + 1, reader: openReader(String(place)) });
        } else if (chance < 0.65) {
          opening.push({ first: log.last + 1, reader: openReader(null) });
        } else await nextTurn();
      }
      await settled();
      feed.poll();
      await settled();
      for (const { first, reader } of opening) expect((await reader).numbers()).toEqual(from(first, log.last));
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

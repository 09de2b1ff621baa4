import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StreamClient, type StreamEnd } from './stream-client.ts';
import { UnreadBytes } from './unread-bytes.ts';
import { MOST_UNREAD_BYTES, MOST_UNREAD_BYTES_OF_ORGANIZATION, PATIENCE_MS } from './unread-room.ts';

const PAGE_BYTES = 1_000_000;
/** How many pages fit into the share of an organization. */
const SHARE = Math.floor(MOST_UNREAD_BYTES_OF_ORGANIZATION / PAGE_BYTES);

let unread: UnreadBytes;
/** Why each reader that is gone has ended, in order. */
let ends: [name: string, reason: StreamEnd][];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  unread = new UnreadBytes();
  ends = [];
});

afterEach(() => {
  jest.useRealTimers();
});

/** Takes nothing that is written, except last words after an orderly end. */
class Reader {
  readonly client: StreamClient;
  #taken: (() => void) | undefined;
  #position = 0;

  constructor(organizationId: string, name: string) {
    const connection = new Writable({ write: (_, __, taken) => void (this.#taken = taken) });
    this.client = new StreamClient(connection, { organizationId, unread, maxUnreadBytes: 1_000_000, cursor: '0' });
    this.client.onEnd = (reason) => ends.push([name, reason]);
  }

  give(bytes = PAGE_BYTES): void {
    const position = (this.#position += 1);
    const entries = [{ position, cursor: String(position), data: '' }];
    this.client.take({ entries, bytes: Buffer.alloc(bytes), position, cursor: '', hasMore: false, isReset: false });
  }

  take(): void {
    this.#taken?.();
  }
}

const readersOf = (organizationId: string, count: number): Reader[] =>
  Array.from({ length: count }, (_, index) => new Reader(organizationId, `${organizationId} ${index}`));

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('unread bytes', () => {
  it('are counted until they are taken, or their reader is gone', async () => {
    const [one, two] = readersOf('a', 2);
    one?.give(300);
    two?.give(200);
    expect(unread.total).toBe(500);
    one?.take();
    await settled();
    expect([unread.total, one?.client.isDrained]).toEqual([200, true]);
    two?.client.drop('failure');
    expect(unread.total).toBe(0);
    await settled();
    expect([unread.total, ends]).toEqual([0, [['a 1', 'failure']]]);
  });

  it('of one organization stay within its share: who finds no room is closed in order', () => {
    const readers = readersOf('a', SHARE + 2);
    for (const reader of readers) reader.give();
    expect(unread.total).toBe(SHARE * PAGE_BYTES);
    expect(readers.map(({ client }) => client.isOpen)).toEqual(readers.map((_, index) => index < SHARE));
    const [other] = readersOf('b', 1);
    other?.give();
    expect(other?.client.isOpen).toBe(true);
  });

  it('that nobody takes for long make room for a colleague, the oldest first', async () => {
    const [first, ...others] = readersOf('a', SHARE);
    first?.give();
    jest.advanceTimersByTime(1);
    for (const reader of others) reader.give();
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    const late = readersOf('a', 3);
    for (const reader of late) reader.give();
    await settled();
    expect(late.map(({ client }) => client.isOpen)).toEqual([true, false, false]);
    expect(ends).toContainEqual(['a 0', 'slow']);
    expect(others.every(({ client }) => client.isOpen)).toBe(true);
    expect(unread.total).toBe(SHARE * PAGE_BYTES);
  });

  it('of all organizations stay within the room of the process, at the cost of the one with the most', async () => {
    const most = readersOf('most', SHARE);
    for (const reader of most) reader.give();
    const organizations = Array.from({ length: 13 }, (_, index) => readersOf(`org ${index}`, SHARE - 1));
    const quiet = new Reader('quiet', 'quiet');
    for (const reader of organizations.flat()) {
      reader.give();
      expect(unread.total).toBeLessThanOrEqual(MOST_UNREAD_BYTES);
    }
    expect(unread.total).toBeGreaterThan(MOST_UNREAD_BYTES - PAGE_BYTES);
    quiet.give();
    await settled();
    expect(quiet.client.isOpen).toBe(true);
    expect(unread.total).toBeLessThanOrEqual(MOST_UNREAD_BYTES);
    expect(ends[0]).toEqual(['most 0', 'slow']);
  });
});

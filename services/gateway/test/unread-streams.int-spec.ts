import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { MOST_UNREAD_BYTES_OF_ORGANIZATION } from '../src/streams/unread-room.ts';
import { from, PAGE, type Reader, StreamScene } from './stream-scene.ts';

let streams: StreamScene;

beforeAll(async () => {
  streams = await StreamScene.start();
});

afterAll(() => streams.stop());

/** A page has nearly a megabyte, so that the pages of ten readers are more than their organization may leave unread. */
const PADDING = 'x'.repeat(18_000);
const KEYS = 2;
/** More pages than the buffers of the operating system hold. */
const ROUNDS = 7;

async function metric(name: string): Promise<number> {
  const line = (await streams.gateway.metrics()).split('\n').find((each) => each.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
}

type Open = (lastId: string) => Promise<Reader>;

/** Reads on after a place, through as many connections as it takes; returns the numbers of all events. */
async function readAll(reader: Reader, place: string, open: Open, last: number): Promise<number[]> {
  reader.response.resume();
  const hasAll = (): boolean => reader.text.endsWith('\n\n') && reader.text.includes(`{"n":${last},`);
  await waitFor('the end or the last event', () => reader.response.closed || hasAll());
  const { numbers } = reader;
  if (hasAll()) {
    await reader.leave();
    return numbers;
  }
  const next = reader.lastId === '' ? place : reader.lastId;
  // The place of a stream is free when the gateway, too, has seen its end.
  const again = await waitFor('a place', async () => {
    const opened = await open(next);
    return opened.status === 200 && opened;
  });
  return [...numbers, ...(await readAll(again, next, open, last))];
}

describe('streams that nobody reads', () => {
  it('stay within the room of their organization, lose nothing, and delay nobody else', async () => {
    const key = streams.scene.account.add();
    const { organizationId } = key;
    const keys = [key, ...from(2, KEYS).map(() => streams.scene.account.add({ organizationId }))];
    const start = `0/${organizationId}`;
    const quiet = streams.scene.account.add();
    const quietReader = await streams.open({ key: quiet });
    const unread = await Promise.all(
      keys.flatMap((each) =>
        from(1, 5).map(async () => {
          const reader = await streams.open({ key: each }, { lastId: start });
          reader.response.pause();
          return { key: each, reader };
        }),
      ),
    );
    streams.padding = PADDING;
    let most = 0;
    for (const round of from(1, ROUNDS)) {
      await streams.log(organizationId, PAGE);
      await streams.log(quiet.organizationId, 1);
      await streams.until(quietReader, from(1, round));
      most = Math.max(most, await metric('vedette_streams_unread_bytes'));
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MOST_UNREAD_BYTES_OF_ORGANIZATION);
    await waitFor('readers to be closed', async () => (await metric('vedette_streams_ended_total')) > 0);
    const sent = from(1, ROUNDS * PAGE);
    for (const { key: own, reader } of unread) {
      const open: Open = (lastId) => streams.open({ key: own }, { lastId });
      expect(await readAll(reader, start, open, sent.length)).toEqual(sent);
    }
    expect(unread.some(({ reader }) => /retry: \d{4}\n\n$/.test(reader.text))).toBe(true);
    await quietReader.leave();
    await waitFor('nothing unread', async () => (await metric('vedette_streams_unread_bytes')) === 0);
  });
});

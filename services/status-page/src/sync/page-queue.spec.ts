import { describe, expect, it } from '@jest/globals';
import { PageQueue } from './page-queue.ts';

/** Work that each test finishes by hand. */
function manualWork(): { started: string[]; finish: (key: string) => void; work: (key: string) => Promise<void> } {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    finish: (key) => ends.get(key)?.(),
    work: (key) => {
      started.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    },
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a queue of pages', () => {
  it('works on so many at once, in order', async () => {
    const { started, finish, work } = manualWork();
    const queue = new PageQueue(2, work);
    for (const key of ['a', 'b', 'c']) queue.add(key);
    expect(started).toEqual(['a', 'b']);
    finish('b');
    await settled();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('never works twice at once on one, and comes back to it once', async () => {
    const { started, finish, work } = manualWork();
    const queue = new PageQueue(4, work);
    for (const key of ['a', 'a', 'a']) queue.add(key);
    expect(started).toEqual(['a']);
    finish('a');
    await settled();
    expect(started).toEqual(['a', 'a']);
    finish('a');
    await settled();
    expect(started).toEqual(['a', 'a']);
  });

  it('ends what runs and drops what waits', async () => {
    const { started, finish, work } = manualWork();
    const queue = new PageQueue(1, work);
    queue.add('a');
    queue.add('b');
    const closed = queue.close();
    finish('a');
    await closed;
    queue.add('c');
    expect(started).toEqual(['a']);
  });
});

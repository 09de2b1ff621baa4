import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.ts';

describe('a batcher', () => {
  it('runs what comes alone at once, and what comes meanwhile together', async () => {
    const batches: string[][] = [];
    let letGo = (): void => {};
    const batcher = new Batcher<string>(10, async (items) => {
      batches.push([...items]);
      if (batches.length === 1) await new Promise<void>((resolve) => (letGo = resolve));
    });
    const first = batcher.add('a');
    await Promise.resolve();
    await Promise.resolve();
    const rest = [batcher.add('b'), batcher.add('c')];
    letGo();
    await Promise.all([first, ...rest]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('keeps to its size', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher<number>(3, async (items) => sizes.push(items.length));
    await Promise.all(Array.from({ length: 7 }, (_, i) => batcher.add(i)));
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('lets one bad item fail alone', async () => {
    const done: string[] = [];
    const batcher = new Batcher<string>(10, async (items) => {
      if (items.includes('bad')) throw new Error('a bad item');
      done.push(...items);
    });
    const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map((item) => batcher.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual(['good', 'fine']);
  });

  it('goes on after a failure', async () => {
    let fails = true;
    const batcher = new Batcher<string>(10, async () => {
      if (fails) throw new Error('away');
    });
    await expect(batcher.add('a')).rejects.toThrow('away');
    fails = false;
    await expect(batcher.add('b')).resolves.toBeUndefined();
  });
});

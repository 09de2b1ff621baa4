import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Gatherer, type GathererOptions } from '../src/gatherer.ts';

/** Answers in capitals. On request, it holds each batch until the test releases it. */
function newGatherer(options: Partial<GathererOptions<string, string>> = {}, isHeld = false) {
  const batches: (readonly string[])[] = [];
  const held: (() => void)[] = [];
  const gatherer = new Gatherer<string, string>({
    size: 10,
    run: async (items) => {
      batches.push(items);
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      if (items.includes('bad')) throw new Error('a bad item');
      return items.map((item) => item.toUpperCase());
    },
    ...options,
  });
  return { gatherer, batches, letGo: () => held.shift()?.() };
}

describe('a gatherer', () => {
  it('runs what comes in one turn together, each item with its own answer', async () => {
    const { gatherer, batches } = newGatherer();
    const answers = await Promise.all(['a', 'b', 'a'].map((item) => gatherer.add(item)));
    expect(answers).toEqual(['A', 'B', 'A']);
    expect(batches).toEqual([['a', 'b', 'a']]);
  });

  it('runs what comes while a batch is under way together, after it', async () => {
    const { gatherer, batches, letGo } = newGatherer({}, true);
    const first = gatherer.add('a');
    await nextTurn();
    const rest = [gatherer.add('b')];
    await nextTurn();
    rest.push(gatherer.add('c'));
    expect([batches, gatherer.waiting, gatherer.oldest]).toEqual([[['a']], 2, 'a']);
    letGo();
    expect(await first).toBe('A');
    while (batches.length < 2) await nextTurn();
    expect([gatherer.waiting, gatherer.oldest]).toEqual([0, 'b']);
    letGo();
    expect(await Promise.all(rest)).toEqual(['B', 'C']);
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(gatherer.oldest).toBeUndefined();
  });

  it('starts a batch beside another one only after the wait, so that nothing waits for one that hangs', async () => {
    const { gatherer, batches, letGo } = newGatherer({ concurrency: 2, besideAfterMs: 20 }, true);
    const startedAt = performance.now();
    const all = [gatherer.add('a')];
    await nextTurn();
    all.push(gatherer.add('b'));
    await nextTurn();
    all.push(gatherer.add('c'));
    expect(batches).toEqual([['a']]);
    while (batches.length < 2) await nextTurn();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
    expect(batches).toEqual([['a'], ['b', 'c']]);
    letGo();
    letGo();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C']);
  });

  it('starts what is left of a turn beside a full batch that hangs', async () => {
    const { gatherer, batches, letGo } = newGatherer({ size: 2, concurrency: 2, besideAfterMs: 20 }, true);
    const all = ['a', 'b', 'c'].map((item) => gatherer.add(item));
    while (batches.length < 2) await nextTurn();
    expect(batches).toEqual([['a', 'b'], ['c']]);
    letGo();
    letGo();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C']);
  });

  it('starts the next batch at once when the one before is done, whatever the wait', async () => {
    const { gatherer, batches, letGo } = newGatherer({ concurrency: 2, besideAfterMs: 60_000 }, true);
    const all = [gatherer.add('a')];
    await nextTurn();
    all.push(gatherer.add('b'));
    letGo();
    while (batches.length < 2) await nextTurn();
    letGo();
    expect(await Promise.all(all)).toEqual(['A', 'B']);
  });

  it('has as many batches under way as it may', async () => {
    const { gatherer, batches, letGo } = newGatherer({ concurrency: 2 }, true);
    const all: Promise<string>[] = [];
    for (const item of ['a', 'b', 'c', 'd']) {
      all.push(gatherer.add(item));
      await nextTurn();
    }
    expect(batches).toEqual([['a'], ['b']]);
    letGo();
    while (batches.length < 3) await nextTurn();
    expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
    letGo();
    letGo();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
  });

  it.each<[string, GathererOptions<string, string>['size'], number[]]>([
    ['a number', 3, [3, 3, 1]],
    ['a rule', (waiting) => (waiting[0] === 'a0' ? 1 : 4), [1, 4, 2]],
  ])('keeps to its size, with one batch under way or many: %s', async (_name, size, sizes) => {
    for (const concurrency of [1, Infinity]) {
      const { gatherer, batches } = newGatherer({ size, concurrency });
      await Promise.all(Array.from({ length: 7 }, (_, index) => gatherer.add(`a${index}`)));
      expect(batches.map(({ length }) => length)).toEqual(sizes);
    }
  });

  it('waits for more as long as it was told to, unless the batch is full', async () => {
    const { gatherer, batches } = newGatherer({ size: 2, gatherMs: 20 });
    const first = gatherer.add('a');
    await nextTurn();
    await nextTurn();
    expect(batches).toEqual([]);
    const others = [gatherer.add('b'), gatherer.add('c')];
    expect(batches).toEqual([['a', 'b']]);
    await Promise.all([first, ...others]);
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  it('lets one bad item fail alone, and goes on', async () => {
    const { gatherer } = newGatherer();
    const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map((item) => gatherer.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await gatherer.add('next')).toBe('NEXT');
  });

  it('refuses what waits, and finishes what is under way', async () => {
    const { gatherer, letGo } = newGatherer({}, true);
    const first = gatherer.add('a');
    await nextTurn();
    const second = gatherer.add('b');
    gatherer.refuseWaiting(new Error('no more'));
    await expect(second).rejects.toThrow('no more');
    letGo();
    expect(await first).toBe('A');
  });

  it('tells when everything is settled', async () => {
    const { gatherer, batches } = newGatherer({ size: 1 });
    await gatherer.settled();
    const all = ['a', 'b', 'c'].map((item) => gatherer.add(item));
    await gatherer.settled();
    expect(batches).toHaveLength(3);
    await Promise.all(all);
  });
});

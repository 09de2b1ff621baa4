import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { JoinedLookups } from './joined-lookups.ts';

const upper = (ids: readonly string[]): Map<string, string> =>
  new Map(ids.flatMap((id) => (id.startsWith('no') ? [] : [[id, id.toUpperCase()]])));

describe('look-ups', () => {
  it('of one turn are one, each with its own answer', async () => {
    const asked: (readonly string[])[] = [];
    const lookups = new JoinedLookups(async (ids) => {
      asked.push(ids);
      return upper(ids);
    });
    const found = await Promise.all(['a', 'b', 'a', 'nobody'].map((id) => lookups.find(id)));
    expect(found).toEqual(['A', 'B', 'A', undefined]);
    expect(asked).toEqual([['a', 'b', 'nobody']]);
  });

  it('that come while others are under way wait for the next, and never for those', async () => {
    const asked: (readonly string[])[] = [];
    const held: (() => void)[] = [];
    const lookups = new JoinedLookups(async (ids) => {
      asked.push(ids);
      await new Promise<void>((resolve) => held.push(resolve));
      return upper(ids);
    });
    const answers: Promise<string | undefined>[] = [];
    for (const id of ['a', 'b', 'a', 'c']) {
      answers.push(lookups.find(id));
      await nextTurn();
      await nextTurn();
    }
    // Two are under way; what came after them is together.
    expect(asked).toEqual([['a'], ['b']]);
    held.shift()?.();
    while (asked.length < 3) await nextTurn();
    expect(asked).toEqual([['a'], ['b'], ['a', 'c']]);
    for (const release of held) release();
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'A', 'C']);
  });

  it('are joined up to a limit, so that what is found stays small', async () => {
    const asked: number[] = [];
    const lookups = new JoinedLookups(async (ids) => {
      asked.push(ids.length);
      return upper(ids);
    });
    const ids = Array.from({ length: 120 }, (_, index) => `a${index}`);
    expect(await Promise.all(ids.map((id) => lookups.find(id)))).toEqual(ids.map((id) => id.toUpperCase()));
    expect(asked).toEqual([50, 50, 20]);
  });

  it('that fail together fail alone, if they do', async () => {
    const lookups = new JoinedLookups(async (ids) => {
      if (ids.includes('bad')) throw new Error('unreadable');
      return upper(ids);
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((id) => lookups.find(id)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await lookups.find('c')).toBe('C');
  });
});

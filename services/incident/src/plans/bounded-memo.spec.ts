import { describe, expect, it } from '@jest/globals';
import { BoundedMemo } from './bounded-memo.ts';

describe('a bounded memory', () => {
  /** The keys whose values were computed, in order. */
  const computedBy = (most: number, keys: readonly string[]): string[] => {
    const memo = new BoundedMemo<{ readonly key: string }>(most);
    const computed: string[] = [];
    for (const key of keys) {
      const value = memo.of(key, () => {
        computed.push(key);
        return { key };
      });
      expect(value).toEqual({ key });
    }
    return computed;
  };

  it.each([
    { name: 'computes a value once', most: 2, keys: ['a', 'a', 'b', 'a', 'b'], computed: ['a', 'b'] },
    { name: 'is emptied when it is full', most: 2, keys: ['a', 'b', 'c', 'a', 'c'], computed: ['a', 'b', 'c', 'a'] },
  ])('$name', ({ most, keys, computed }) => {
    expect(computedBy(most, keys)).toEqual(computed);
  });
});

import { describe, expect, it } from '@jest/globals';
import { TurnQueue } from './turn-queue.ts';

/** The first letter of an item is its organization. */
function filled(items: readonly string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const item of items) queue.push(item.slice(0, 1), item);
  return queue;
}

function drained(queue: TurnQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  expect(queue.length).toBe(0);
  return items;
}

describe('TurnQueue', () => {
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['one organization in its order', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
    ['two in turn', ['a1', 'a2', 'a3', 'b1', 'b2'], ['a1', 'b1', 'a2', 'b2', 'a3']],
    ['the others behind a large one', ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'], ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']],
  ])('%s', (_name, items, order) => {
    const queue = filled(items);
    expect(queue.length).toBe(items.length);
    expect(drained(queue)).toEqual(order);
  });

  it('lets one that comes back wait for those that are there', () => {
    const queue = filled(['a1', 'b1']);
    expect(queue.shift()).toBe('a1');
    queue.push('a', 'a2');
    expect(drained(queue)).toEqual(['b1', 'a2']);
  });

  it('passes over organizations that may not have a turn', () => {
    const queue = filled(['a1', 'b1', 'c1']);
    expect(queue.shift((organizationId) => organizationId === 'b')).toBe('b1');
    expect(queue.shift((organizationId) => organizationId === 'b')).toBeUndefined();
    expect([queue.has('a'), queue.has('b')]).toEqual([true, false]);
    expect(drained(queue)).toEqual(['a1', 'c1']);
  });

  it.each<[string, string[], string | undefined, string[]]>([
    ['nothing when nothing waits', [], undefined, []],
    ['the newest of the largest', ['a1', 'b1', 'b2', 'c1'], 'b2', ['a1', 'b1', 'c1']],
    ['the first of equals', ['a1', 'b1'], 'a1', ['b1']],
    ['the only one', ['a1'], 'a1', []],
  ])('drops %s', (_name, items, dropped, left) => {
    const queue = filled(items);
    expect(queue.dropOfLargest()).toBe(dropped);
    expect(drained(queue)).toEqual(left);
  });

  it.each<[string, string, string[]]>([
    ['one of several', 'a2', ['a1', 'b1']],
    ['the only one of its organization', 'b1', ['a1', 'a2']],
    ['nothing when it is not there', 'a9', ['a1', 'b1', 'a2']],
    ['nothing of an organization that does not wait', 'z1', ['a1', 'b1', 'a2']],
  ])('removes %s', (_name, item, left) => {
    const queue = filled(['a1', 'a2', 'b1']);
    queue.remove(item.slice(0, 1), item);
    expect(drained(queue)).toEqual(left);
  });
});

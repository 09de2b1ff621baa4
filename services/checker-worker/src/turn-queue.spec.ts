import { describe, expect, it } from '@jest/globals';
import { TurnQueue } from './turn-queue.ts';

function drained(pushes: readonly string[]): (string | undefined)[] {
  const queue = new TurnQueue<string>();
  for (const item of pushes) queue.push(item.slice(0, 1), item);
  expect(queue.length).toBe(pushes.length);
  const items = pushes.map(() => queue.shift());
  expect([queue.length, queue.shift()]).toEqual([0, undefined]);
  return items;
}

describe('TurnQueue', () => {
  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['one organization in its order', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
    ['two in turn', ['a1', 'a2', 'a3', 'b1', 'b2'], ['a1', 'b1', 'a2', 'b2', 'a3']],
    ['the others behind a large one', ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'], ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']],
  ])('%s', (_name, pushes, order) => {
    expect(drained(pushes)).toEqual(order);
  });

  it('lets one that comes back wait for those that are there', () => {
    const queue = new TurnQueue<string>();
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.shift()).toBe('a1');
    queue.push('a', 'a2');
    expect([queue.shift(), queue.shift()]).toEqual(['b1', 'a2']);
  });
});

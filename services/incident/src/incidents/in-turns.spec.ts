import { describe, expect, it } from '@jest/globals';
import { inTurns } from './in-turns.ts';

/** How much is done whenever others get their turn, and the results. */
async function run(count: number, most: number): Promise<{ seen: number[]; results: number[] }> {
  const seen: number[] = [];
  let [done, isOver] = [0, false];
  const look = (): void => {
    if (isOver) return;
    seen.push(done);
    setImmediate(look);
  };
  setImmediate(look);
  const items = Array.from({ length: count }, (_, index) => index);
  const results = await inTurns(items, most, (item) => {
    done += 1;
    return item * 2;
  });
  isOver = true;
  return { seen, results };
}

describe('work in turns', () => {
  it.each([
    { name: 'nothing', count: 0, seen: [] },
    { name: 'less than a turn', count: 2, seen: [] },
    { name: 'one turn', count: 3, seen: [] },
    { name: 'more than one turn', count: 4, seen: [3] },
    { name: 'several turns', count: 10, seen: [3, 6, 9] },
  ])('$name', async ({ count, seen }) => {
    const { seen: found, results } = await run(count, 3);
    expect(found).toEqual(seen);
    expect(results).toEqual(Array.from({ length: count }, (_, index) => index * 2));
  });
});

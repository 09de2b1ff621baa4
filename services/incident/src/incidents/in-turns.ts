import { setImmediate as nextTurn } from 'node:timers/promises';

/** The results for many items, in their order. Others get their turn after each `most` items. */
export async function inTurns<T, R>(items: readonly T[], most: number, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % most === 0) await nextTurn();
    results.push(work(item));
  }
  return results;
}

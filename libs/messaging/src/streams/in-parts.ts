import { isAboutData } from './failure-kind.ts';

/**
 * Does work for many items at once. If the data of one item makes it fail, the work is done for each half separately,
 * and so on. In the end only that item is refused, and the work is done for all others.
 */
export async function inParts<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
  refuse: (item: Item, error: unknown) => unknown,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await work(items);
  } catch (error) {
    if (!isAboutData(error)) throw error;
    if (items.length === 1) {
      await refuse(first, error);
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await inParts(items.slice(0, middle), work, refuse);
    await inParts(items.slice(middle), work, refuse);
  }
}

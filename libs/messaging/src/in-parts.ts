import { isAboutData } from './failure-kind.ts';

/**
 * Does work for many items at once. When the data of one makes it fail, it is done for one half and then for the other,
 * and so on: in the end only that item is refused, and the others are done as if it had not been among them.
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

// Decides which entries of the command palette match what was typed, and in which order.

export interface Matchable {
  readonly text: string;
}

/** All entries if nothing is typed; else those that contain every word, first those that begin with the first word. */
export function matching<Entry extends Matchable>(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const found = entries.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const rank = ({ text }: Entry): number => (text.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** The entry that the arrows lead to, round and round; 0 if there is none. */
export function movedTo(index: number, by: number, count: number): number {
  return count === 0 ? 0 : (index + by + count) % count;
}

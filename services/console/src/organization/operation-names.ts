// Decides what the audit log calls operations, in its entries and in its filter.

/** The words of an operation, or its id where a newer server has operations without words. */
export function operationName(id: string, words: Readonly<Record<string, string>>): string {
  return Object.hasOwn(words, id) ? (words[id] ?? id) : id;
}

/** All operations in the order of their words; the id tells apart what has the same words. */
export function operationChoices(
  words: Readonly<Record<string, string>>,
  locale: string,
): readonly (readonly [string, string])[] {
  const entries = Object.entries(words);
  const uses = Map.groupBy(entries, ([, text]) => text);
  return entries
    .map(([id, text]) => [id, uses.get(text)?.length === 1 ? text : `${text} · ${id}`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));
}

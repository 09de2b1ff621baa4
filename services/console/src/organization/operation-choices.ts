// Decides what the operations are called that the audit log can be filtered by.

/** By their words, in their order; the id tells apart what has the same words. */
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

// Decides what the audit log calls an operation: its words, or its id where a newer server has operations without words.

export function operationName(id: string, words: Readonly<Record<string, string>>): string {
  return Object.hasOwn(words, id) ? (words[id] ?? id) : id;
}

// Decides how a text is written so that a shell reads it as one word.

export function quote(text: string): string {
  return /^[\w./:@%+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function unquote(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
}

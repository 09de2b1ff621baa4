// Decides how a text is written as one word of a POSIX shell.

/** Between single quotes nothing has a meaning, except the quote that ends them. */
export function shellWord(text: string): string {
  return /^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

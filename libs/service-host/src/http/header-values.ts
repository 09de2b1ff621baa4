/**
 * All values of a header, by its name in lower case. Node's own lists of values are made of all headers, which costs more
 * than the few that are looked for.
 */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  // Names and values take turns.
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [given, value] = [rawHeaders[i], rawHeaders[i + 1]];
    if (given?.length === name.length && given.toLowerCase() === name && value !== undefined) values.push(value);
  }
  return values;
}

/**
 * The encoding of bulk rows for PostgreSQL on the hottest path: instants as milliseconds, lists as ready-made array
 * literals. The driver's own conversions cost more than the statements.
 */

/** Selects a timestamptz as milliseconds since the epoch. */
export function asMs(column: string): string {
  return `date_part('epoch', ${column}) * 1000`;
}

/** Turns milliseconds since the epoch, as an element of a parameter, into a timestamptz. */
export function fromMs(expression: string): string {
  return `to_timestamp(${expression} / 1000.0::float8)`;
}

export function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms));
}

/** An array literal of numbers, or of words that need no quotes. */
export function plainArray(values: readonly (number | string | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i += 1) {
    if (i > 0) literal += ',';
    literal += values[i] ?? 'NULL';
  }
  return `${literal}}`;
}

/** An array literal of the words among the texts. Other texts, which no id can be, are left out. */
export function wordArray(texts: readonly string[]): string {
  return plainArray(texts.filter((text) => /^\w+$/.test(text)));
}

export function instants(values: readonly (Date | null)[]): string {
  return plainArray(values.map((value) => (value === null ? null : value.getTime())));
}

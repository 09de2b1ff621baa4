// Decides how rows and fields are laid out for people.

export type Row = Readonly<Record<string, string | number | Date | null>>;

/** Columns in the order of the first row's fields, headed by their names; returns `none` if there are no rows. */
export function table(rows: readonly Row[], none: string): string {
  const [first] = rows;
  if (first === undefined) return none;
  const names = Object.keys(first);
  const lines = [names.map((name) => name.toUpperCase()), ...rows.map((row) => names.map((name) => cell(row[name])))];
  return aligned(lines, '  ');
}

/** One line for each field. */
export function fields(row: Row): string {
  return aligned(
    Object.entries(row).map(([name, value]) => [`${name}:`, cell(value)]),
    ' ',
  );
}

/** Text from outside, made safe for use inside one line. */
export function oneLine(text: string, mostCharacters = Infinity): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}

function cell(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '-';
  return value instanceof Date ? `${value.toISOString().slice(0, 19).replace('T', ' ')}Z` : String(value);
}

function aligned(lines: readonly (readonly string[])[], gap: string): string {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [at, text] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(text));
  }
  const pad = (text: string, at: number): string => text + ' '.repeat((widths[at] ?? 0) - widthOf(text));
  return lines.map((line) => line.map(pad).join(gap).trimEnd()).join('\n');
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

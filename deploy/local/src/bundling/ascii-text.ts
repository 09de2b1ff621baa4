const BEYOND_ASCII = /[\u0080-\uffff]/g;
/** After a backslash, or in a template whose raw text is used, an escape would mean another text. */
const NOT_TO_BE_ESCAPED = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/;

/**
 * The same program with escapes for all characters beyond ASCII. If a single one does not fit into a byte, such as a
 * dash in a comment of a package, Node keeps the whole text with two bytes for each character. That takes about 4 MB
 * more in every process, and more time at each start.
 */
export function asciiText(program: string): string {
  const [found] = NOT_TO_BE_ESCAPED.exec(program) ?? [];
  if (found !== undefined) throw new Error(`${JSON.stringify(found)} has no equal in ASCII`);
  return program.replaceAll(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

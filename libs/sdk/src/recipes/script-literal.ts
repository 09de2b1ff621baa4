// Decides how a JSON value is written in JavaScript.

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const WIDTH = 100;

/** On one line if it is short, otherwise one field or item a line. */
export function scriptLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return scriptText(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => scriptLiteral(item, inner))
    : Object.entries(value).map(([name, field]) => `${fieldName(name)}: ${scriptLiteral(field, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** JSON escapes what a script would, and lone surrogates; only the quotes differ, and two line breaks of Unicode. */
export function scriptText(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}

/** `__proto__: …` would set the prototype. */
function fieldName(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return IDENTIFIER.test(name) ? name : scriptText(name);
}

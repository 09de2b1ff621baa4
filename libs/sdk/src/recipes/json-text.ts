// Decides how a JSON value is laid out for people.

const WIDTH = 72;

/** One field or item a line; a list of plain values that is short has one line. */
export function jsonText(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => jsonText(item, inner))
    : Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${jsonText(field, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  const line = `[${parts.join(', ')}]`;
  const isPlain = isList && value.every((item) => item === null || typeof item !== 'object');
  if (isPlain && line.length + indent.length <= WIDTH) return line;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** The rows of the table with this head, by column. */
export function tableRows(text: string, head: readonly string[]): Record<string, string>[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => cellsOf(line).join() === head.join());
  if (first === -1) return [];
  const rest = lines.slice(first + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [head[at] ?? '', cell])));
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

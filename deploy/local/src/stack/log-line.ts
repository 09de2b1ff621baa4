// Decides which lines that a service prints are shown at the terminal, and how they read there.

const SHOWN = new Set(['warn', 'error', 'fatal']);

export type Shown =
  | { readonly kind: 'entry'; readonly isWarning: boolean; readonly text: string }
  /** Output that is not a log line, such as the runtime's message when a process dies. */
  | { readonly kind: 'spilled'; readonly text: string };

/** The line for a person, or undefined when it is routine. */
export function readableLine(line: string): Shown | undefined {
  if (line.trim() === '') return undefined;
  const entry = parseEntry(line);
  if (entry === undefined) return { kind: 'spilled', text: line };
  const level = textOf(entry, 'level') ?? 'info';
  if (!SHOWN.has(level)) return undefined;
  const time = (textOf(entry, 'time') ?? '').slice(11, 19);
  const reason = messageOf(entry['error']);
  const message = textOf(entry, 'message') ?? '';
  const text = reason === undefined || message.includes(reason) ? message : `${message}: ${reason}`;
  return { kind: 'entry', isWarning: level === 'warn', text: `${time} ${level}: ${text}`.trimStart() };
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function textOf(entry: Record<string, unknown>, field: string): string | undefined {
  const value = entry[field];
  return typeof value === 'string' ? value : undefined;
}

function messageOf(error: unknown): string | undefined {
  return isRecord(error) ? textOf(error, 'message') : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

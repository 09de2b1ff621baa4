// Decides what a request with a method unknown to Node's parser asks for, from the bytes that the parser refused.

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
}

/** `none`: the parser refused the bytes for another reason. */
export type UnknownMethod = { kind: 'request'; head: RequestHead } | { kind: 'incomplete' } | { kind: 'none' };

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([\x21-\x7e]+) HTTP\/1\.[01]$/;
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\t\x20-\x7e\x80-\xff]*)$/;

/** The start of the request in whose first line the parser stopped at `offset`; other requests may precede it. */
export function requestStart(bytes: Buffer, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf('\n', offset - 1) + 1;
}

export function readUnknownMethod(bytes: Buffer, known: readonly string[]): UnknownMethod {
  const head = bytes.toString('latin1');
  const lineEnd = head.indexOf('\r\n');
  if (lineEnd === -1) return couldBeRequestLine(head) ? { kind: 'incomplete' } : { kind: 'none' };
  const [, method, target] = REQUEST_LINE.exec(head.slice(0, lineEnd)) ?? [];
  if (method === undefined || target === undefined || known.includes(method)) return { kind: 'none' };
  const end = head.indexOf('\r\n\r\n');
  if (end === -1) return { kind: 'incomplete' };
  const rawHeaders: string[] = [];
  let hosts = 0;
  for (const line of end === lineEnd ? [] : head.slice(lineEnd + 2, end).split('\r\n')) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return { kind: 'none' };
    rawHeaders.push(name, value.trim());
    if (name.toLowerCase() === 'host') hosts += 1;
  }
  // Refused as for a known method.
  if (hosts > 1) return { kind: 'none' };
  return { kind: 'request', head: { method, target, rawHeaders } };
}

/** By name in lower case; values of headers that were sent several times are joined. */
export function joinedHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const known = values.get(name);
    const value = rawHeaders[i + 1] ?? '';
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(', ')]));
}

function couldBeRequestLine(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?: [\x21-\x7e]*(?: [HTP/1.0]*\r?)?)?$/.test(text);
}

export interface Target {
  readonly path: string;
  /** Without the question mark; empty when there is no query. */
  readonly query: string;
}

/** The path and query of a request line, in origin form or in the absolute form that proxies send. */
export function splitTarget(target: string): Target {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length);
  const mark = rest.indexOf('?');
  const path = mark === -1 ? rest : rest.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : rest.slice(mark + 1) };
}

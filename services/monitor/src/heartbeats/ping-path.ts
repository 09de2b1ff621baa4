// Decides which ping a URL represents.

export type PingKind = 'START' | 'SUCCESS' | 'FAILURE';

export interface PingAddress {
  readonly token: string;
  readonly kind: PingKind;
  /** Null when the job sent no exit code. */
  readonly exitCode: number | null;
}

/** `newHeartbeatToken` makes the tokens. */
const PATH = /^\/(?<token>[\w-]{32})(?:\/(?<end>start|fail|0|[1-9]\d{0,2}))?$/;
const MAX_EXIT_CODE = 255;

/** Undefined when the URL is not that of a ping. `basePath` is the path of the public URL, without a trailing slash. */
export function pingAddress(url: string, basePath: string): PingAddress | undefined {
  const [path = ''] = url.split('?', 1);
  const own = basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const { token, end } = PATH.exec(own)?.groups ?? {};
  if (token === undefined) return undefined;
  switch (end) {
    case undefined:
      return { token, kind: 'SUCCESS', exitCode: null };
    case 'start':
      return { token, kind: 'START', exitCode: null };
    case 'fail':
      return { token, kind: 'FAILURE', exitCode: null };
    default: {
      const exitCode = Number(end);
      if (exitCode > MAX_EXIT_CODE) return undefined;
      return { token, kind: exitCode === 0 ? 'SUCCESS' : 'FAILURE', exitCode };
    }
  }
}

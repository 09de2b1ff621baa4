import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionPool } from './connection-pool.ts';
import type { OutboundFailure, Phases } from './failure.ts';

export interface RequestOptions {
  /** http or https; credentials in it are not sent. */
  readonly url: URL;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** These exact bytes are sent. */
  readonly body?: Uint8Array | string;
  /** More than this of the decoded body is not read: the reply is truncated. */
  readonly maxResponseBytes: number;
  /** Default: false, a redirect is a reply like any other. */
  readonly followRedirects?: boolean;
  /** Default: a new connection for each request. */
  readonly pool?: ConnectionPool;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isTruncated: boolean;
}

export interface Replied extends Reply {
  readonly ok: true;
  /** Where the reply came from, after redirects. */
  readonly url: URL;
  readonly address: string;
  readonly phases: Phases;
}

export interface NotReplied extends OutboundFailure {
  /** What had come of a reply before it failed. */
  readonly reply: Reply | null;
}

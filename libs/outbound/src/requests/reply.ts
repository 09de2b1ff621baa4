import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionPool } from '../connections/connection-pool.ts';
import type { OutboundFailure, Phases } from '../failure.ts';

export interface RequestOptions {
  /** An http or https URL; credentials in it are not sent. */
  readonly url: URL;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** These exact bytes are sent. */
  readonly body?: Uint8Array | string;
  /** Limit for the decoded body; a longer one is truncated. */
  readonly maxResponseBytes: number;
  /** Default: false, so a redirect is returned like any other reply. */
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
  /** The part of a reply that arrived before the failure. */
  readonly reply: Reply | null;
}

// Limits the connections, bytes and time that one client can take. Every connection and request ends by itself.

export interface HttpLimits {
  readonly maxConnections: number;
  readonly maxHeaderBytes: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Longest silence on a connection while a request is answered; longer than the slowest answer. */
  readonly silenceMs: number;
  /** How many bytes are read of a body that the handler does not use; null if the handler reads bodies itself. */
  readonly maxUnwantedBodyBytes: number | null;
  /**
   * If true, Node answers an HTTP/1.1 request without a Host header with an empty 400. Some health checkers send none.
   */
  readonly requiresHost: boolean;
}

/** Longer than proxies keep a connection, so that none is closed just when a proxy uses it. */
export const KEEP_ALIVE_MS = 65_000;
/** How often connections are checked against the limits: a time limit is exceeded by at most this much. */
export const LOOK_EVERY_MS = 1_000;

const KB = 1_024;

const COMMON: HttpLimits = {
  maxConnections: 20_000,
  maxHeaderBytes: 16 * KB,
  headersMs: 10_000,
  requestMs: 15_000,
  silenceMs: 30_000,
  maxUnwantedBodyBytes: 10 * KB,
  requiresHost: true,
};

export const HTTP_LIMITS = {
  /** A manual check is answered after at most 130 s. */
  api: {
    ...COMMON,
    maxHeaderBytes: 32 * KB,
    requestMs: 30_000,
    silenceMs: 150_000,
    maxUnwantedBodyBytes: null,
    requiresHost: false,
  },
  publicPages: { ...COMMON, maxConnections: 50_000 },
  /** Some jobs send their output along with a ping. */
  pings: COMMON,
  internal: { ...COMMON, maxConnections: 200 },
} as const satisfies Record<string, HttpLimits>;

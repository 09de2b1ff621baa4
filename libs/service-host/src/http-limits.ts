// Limits what one client can take of a listener: connections, bytes and time. Each connection and request ends by itself.

export interface HttpLimits {
  readonly maxConnections: number;
  readonly maxHeaderBytes: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Longest silence on a connection while a request is answered; longer than the slowest answer. */
  readonly silenceMs: number;
  /** How much is read of a body that nobody wants; null where the handler reads bodies itself. */
  readonly maxUnwantedBodyBytes: number | null;
  /** HTTP/1.0 clients and health checkers send no Host; Node would answer them bare. */
  readonly requiresHost: boolean;
}

/** Longer than proxies keep a connection, so that none is closed just when they use it. */
export const KEEP_ALIVE_MS = 65_000;
/** How often connections are held against these limits: a limit of time is exceeded by this much at most. */
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
  /** A check by hand is answered after 130 s at most. */
  api: {
    ...COMMON,
    maxHeaderBytes: 32 * KB,
    requestMs: 30_000,
    silenceMs: 150_000,
    maxUnwantedBodyBytes: null,
    requiresHost: false,
  },
  publicPages: { ...COMMON, maxConnections: 50_000 },
  /** Jobs like to send their output along with a ping. */
  pings: COMMON,
  internal: { ...COMMON, maxConnections: 200 },
} as const satisfies Record<string, HttpLimits>;

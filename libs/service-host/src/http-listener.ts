import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainOf } from './http-drain.ts';
import { KEEP_ALIVE_MS, LOOK_EVERY_MS, type HttpLimits } from './http-limits.ts';
import { readUnwantedBody } from './unwanted-body.ts';

export { HTTP_LIMITS } from './http-limits.ts';
export { unwantedBodyRead } from './unwanted-body.ts';

export interface ListenerPlace {
  /** The address to bind to; null: all interfaces. */
  readonly host: string | null;
  readonly port: number;
}

/** The HTTP listener that all services use: it limits slow and greedy clients, and closes without failing a request. */
export class HttpListener {
  /** For tasks of a listener beyond answering requests, such as answering parser errors. */
  readonly server: Server;
  /** Resolves when the last request is answered and every client has been asked to disconnect. */
  readonly drain: () => Promise<void>;
  readonly #onError: (error: Error) => void;

  /** `onError` hears of connections that cannot be accepted, for example because of too many open files. */
  constructor(limits: HttpLimits, answer: RequestListener, onError: (error: Error) => void) {
    this.server = createServer({
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      requireHostHeader: limits.requiresHost,
    });
    this.server.maxConnections = limits.maxConnections;
    this.server.setTimeout(limits.silenceMs);
    this.drain = drainOf(this.server);
    const { maxUnwantedBodyBytes } = limits;
    if (maxUnwantedBodyBytes !== null) {
      this.server.on('request', (request, response) => readUnwantedBody(request, response, maxUnwantedBodyBytes));
    }
    this.server.on('request', answer);
    this.#onError = onError;
  }

  /** Resolves with the actual port, which differs from the requested one if that was 0. */
  listen({ host, port }: ListenerPlace): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, ...(host !== null && { host }) }, () => {
        this.server.off('error', reject).on('error', this.#onError);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Closes at once, including all open connections. */
  cut(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

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

/** The one HTTP listener of all services: limits for slow and greedy clients, and an end without a failed request. */
export class HttpListener {
  /** For what a listener does beyond answering requests, such as answering parser errors. */
  readonly server: Server;
  /** Returns when the last request is answered, and every client was asked to connect elsewhere. */
  readonly drain: () => Promise<void>;

  constructor(limits: HttpLimits, answer: RequestListener) {
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
  }

  /** Resolves with the port, which differs from the one asked for when that was 0. */
  listen({ host, port }: ListenerPlace): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, ...(host !== null && { host }) }, () =>
        resolve((this.server.address() as AddressInfo).port),
      );
    });
  }

  /** Ends at once, whoever is connected. */
  cut(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

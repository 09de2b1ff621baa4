import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainOf } from '@vedette/service-host/http-drain';
import express, { type Request } from 'express';
import type { GatewayConfig } from '../config.ts';
import { rateVerdict } from '../gates/rate-limit.ts';
import type { RequestCounter } from '../gates/request-counter.ts';
import type { Pipeline } from '../pipeline.ts';
import { Exchange } from './exchange.ts';
import { answerParserErrors } from './parser-errors.ts';

/** Bounds for slow and greedy clients: each connection and request ends by itself. */
const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Node would answer a missing Host bare; HTTP/1.0 clients and health checkers send none.
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 20_000;

/** The public listener: Express in front of the pipeline, with every limit that keeps it standing. */
export class ApiServer {
  readonly #server: Server;
  /** Returns when the last request is answered, and every client was asked to connect elsewhere. */
  readonly close: () => Promise<void>;

  constructor(config: GatewayConfig, pipeline: Pipeline, counter: RequestCounter) {
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag');
    app.set('query parser', false);
    app.set('trust proxy', [...config.trustedProxies]);
    app.use((request, response) => pipeline.handle(new Exchange(request, response), () => clientAddress(request)));
    this.#server = createServer(LIMITS, app);
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.close = drainOf(this.#server);
    // An Expect other than 100-continue would be answered with a bare 417; the request itself is as good as any.
    this.#server.on('checkExpectation', (request, response) => this.#server.emit('request', request, response));
    answerParserErrors(this.#server, async (address) => {
      const window = await counter.count(`address:${address}`, Date.now());
      return rateVerdict(config.rateLimit, window).headers;
    });
  }

  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }
}

function clientAddress(request: Request): string {
  return request.ip ?? 'unknown';
}

import { HTTP_LIMITS, HttpListener } from '@vedette/service-host/http-listener';
import express, { type Request, type Response } from 'express';
import type { GatewayConfig } from '../config.ts';
import { rateVerdict } from '../gates/rate-limit.ts';
import type { RequestCounter } from '../gates/request-counter.ts';
import type { Pipeline } from '../pipeline.ts';
import { Exchange } from './exchange.ts';
import { answerParserErrors } from './parser-errors.ts';

/** The public listener: Express in front of the pipeline, with every limit that keeps it standing. */
export class ApiServer {
  readonly #config: GatewayConfig;
  readonly #listener: HttpListener;

  constructor(config: GatewayConfig, pipeline: Pipeline, counter: RequestCounter) {
    this.#config = config;
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag');
    app.set('query parser', false);
    app.set('trust proxy', [...config.trustedProxies]);
    const serve = (request: Request, response: Response): void => {
      void pipeline.handle(new Exchange(request, response), () => request.ip ?? 'unknown');
    };
    app.use(serve);
    // Express routes no target without a host, such as `http://[`: its own answer would be a bare 404.
    this.#listener = new HttpListener(HTTP_LIMITS.api, (request, response) => {
      app(request as Request, response as Response, () => serve(request as Request, response as Response));
    });
    const { server } = this.#listener;
    // An Expect other than 100-continue would be answered with a bare 417; the request itself is as good as any.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    answerParserErrors(server, {
      maxHeaderBytes: HTTP_LIMITS.api.maxHeaderBytes,
      countAddress: async (address) => {
        const window = await counter.count(`address:${address}`, Date.now());
        return rateVerdict(config.rateLimit, window).headers;
      },
    });
  }

  listen(): Promise<number> {
    return this.#listener.listen({ host: this.#config.listenHost, port: this.#config.port });
  }

  /** Returns when the last request is answered, and every client was asked to connect elsewhere. */
  close(): Promise<void> {
    return this.#listener.drain();
  }
}

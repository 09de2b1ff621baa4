import type { Host } from '@vedette/service-host';
import { expressListener, HTTP_LIMITS, type HttpListener } from '@vedette/service-host/express-listener';
import type { GatewayConfig } from './config.ts';
import { rateVerdict } from './gates/rate-limit.ts';
import type { RequestCounter } from './gates/request-counter.ts';
import type { Pipeline } from './pipeline.ts';
import { Exchange } from './http/exchange.ts';
import { answerParserErrors } from './http/parser-errors.ts';

/** The public listener: Express in front of the pipeline, with all limits that protect the process. */
export class ApiServer {
  readonly #config: GatewayConfig;
  readonly #logger: Host['logger'];
  readonly #listener: HttpListener;

  constructor(config: GatewayConfig, logger: Host['logger'], pipeline: Pipeline, counter: RequestCounter) {
    this.#config = config;
    this.#logger = logger;
    this.#listener = expressListener({
      limits: HTTP_LIMITS.api,
      trustedProxies: config.trustedProxies,
      serve: (request, response) => {
        void pipeline.handle(new Exchange(request, response), () => request.ip ?? 'unknown');
      },
      onError: (error) => logger.warn({ error }, 'the port of the API failed'),
    });
    const { server } = this.#listener;
    // Node would answer an Expect other than 100-continue with a bare 417; the request is served normally instead.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    answerParserErrors(server, {
      maxHeaderBytes: HTTP_LIMITS.api.maxHeaderBytes,
      countAddress: async (address) => {
        const window = await counter.count(`address:${address}`, Date.now());
        return rateVerdict(config.rateLimit, window).headers;
      },
    });
  }

  async start(): Promise<void> {
    const port = await this.#listener.listen({ host: this.#config.listenHost, port: this.#config.port });
    this.#logger.info({ port }, 'the API is served');
  }

  stop(): Promise<void> {
    return this.#listener.drain();
  }
}

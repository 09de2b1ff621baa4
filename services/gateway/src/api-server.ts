import { clientNetwork } from '@vedette/contract';
import type { Host } from '@vedette/service-host';
import { expressListener, HTTP_LIMITS, type HttpListener } from '@vedette/service-host/express-listener';
import type { ConsoleSite } from './console-site.ts';
import type { Entrance } from './entrance.ts';
import { rateVerdict } from './limits/rate-limit.ts';
import type { RequestCounter } from './limits/request-counter.ts';
import type { Pipeline } from './pipeline.ts';
import { clientAddress } from './http/client-address.ts';
import { Exchange } from './http/exchange.ts';
import { answerParserErrors } from './http/parser-errors.ts';

export interface ApiServerOptions {
  /** What is served, for the log. */
  readonly name: 'API' | 'console';
  readonly listenHost: string | null;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly entrance: Entrance;
  readonly pipeline: Pipeline;
  /** The web app beside the contract; undefined where there is none. */
  readonly site: ConsoleSite | undefined;
  readonly counter: RequestCounter;
  readonly logger: Host['logger'];
}

/** One listener: Express in front of the pipeline of a contract, with all limits that protect the process. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #listener: HttpListener;

  constructor(options: ApiServerOptions) {
    const { name, entrance, pipeline, site, counter, trustedProxies, logger } = options;
    this.#options = options;
    this.#listener = expressListener({
      limits: HTTP_LIMITS.api,
      trustedProxies,
      serve: (request, response) => {
        if (site?.serve(request, response) === true) return;
        void pipeline.handle(new Exchange(request, response, entrance.headers), () => clientAddress(request.ip));
      },
      onError: (error) => logger.warn({ error }, `the port of the ${name} failed`),
    });
    const { server } = this.#listener;
    // Node would answer an Expect other than 100-continue with a bare 417; the request is served normally instead.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    answerParserErrors(server, {
      maxHeaderBytes: HTTP_LIMITS.api.maxHeaderBytes,
      countAddress: async (address) => {
        const { bucket, policy } = entrance.countedByAddress(clientNetwork(clientAddress(address)));
        const window = await counter.count(bucket, Date.now());
        return { ...entrance.headers, ...rateVerdict(policy, window).headers };
      },
    });
  }

  async start(): Promise<void> {
    const { name, listenHost, port: wanted, logger } = this.#options;
    const port = await this.#listener.listen({ host: listenHost, port: wanted });
    logger.info({ port }, `the ${name} is served`);
  }

  stop(): Promise<void> {
    return this.#listener.drain();
  }
}

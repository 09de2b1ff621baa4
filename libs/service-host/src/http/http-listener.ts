import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { headerValues } from './header-values.ts';
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

/** Of the requests and responses of a listener; Node's where they are left out. */
export type HttpClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** The HTTP listener that all services use: it limits slow and greedy clients, and closes without failing a request. */
export class HttpListener {
  /** For tasks of a listener beyond answering requests, such as answering parser errors. */
  readonly server: Server;
  /** Resolves when the last request is answered and every client has been asked to disconnect. */
  readonly drain: () => Promise<void>;
  readonly #onError: (error: Error) => void;

  /** `onError` hears of connections that cannot be accepted, for example because of too many open files. */
  constructor(limits: HttpLimits, answer: RequestListener, onError: (error: Error) => void, classes: HttpClasses = {}) {
    this.server = createServer({
      ...classes,
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
    this.server.on('request', (request, response) => {
      if (namesOneHost(request.rawHeaders)) answer(request, response);
      else this.#refuse(request, response);
    });
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

  /** As a request that the parser refuses: a server that answers those itself gives this one the same answer. */
  #refuse({ socket }: IncomingMessage, response: ServerResponse): void {
    const error = Object.assign(new Error('The request names more than one host'), { code: 'HPE_TWO_HOSTS' });
    if (!this.server.emit('clientError', error, socket)) response.writeHead(400, { connection: 'close' }).end();
  }

  /** Closes at once, including all open connections. */
  cut(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Node takes the first of several Host fields, where a proxy before it may have taken another one (RFC 9112, 3.2). */
function namesOneHost(rawHeaders: readonly string[]): boolean {
  return headerValues(rawHeaders, 'host').length <= 1;
}

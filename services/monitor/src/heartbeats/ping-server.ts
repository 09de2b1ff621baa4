import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drainOf } from '@vedette/service-host/http-drain';
import { pingAddress } from './ping-path.ts';
import type { PingFate, PingWriter } from './ping-writer.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

const ANSWERS: Readonly<Record<PingFate, { status: number; text: string }>> = {
  stored: { status: 200, text: 'OK\n' },
  unknown: { status: 404, text: 'No monitor has this address\n' },
  lost: { status: 503, text: 'The ping could not be stored; please send it again\n' },
};

export interface PingServerOptions {
  readonly port: number;
  /** The path of the public address, without a slash at its end. */
  readonly basePath: string;
  readonly writer: PingWriter;
  readonly onSettled: (fate: PingFate) => void;
}

/** The HTTP side of pings. What comes in a body is read and forgotten: jobs like to send their output along. */
export class PingServer {
  /** Returns when the pings that came in are answered, and every client was asked to connect elsewhere. */
  readonly close: () => Promise<void>;
  readonly #options: PingServerOptions;
  readonly #server: Server;

  constructor(options: PingServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      request.on('error', () => undefined).resume();
      void this.#answer(request, response);
    });
    this.#server.requestTimeout = 30_000;
    this.#server.headersTimeout = 10_000;
    // Longer than the proxies before it keep a connection, so that none is closed just when they use it.
    this.#server.keepAliveTimeout = 65_000;
    this.close = drainOf(this.#server);
  }

  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#options.port, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = new Date();
    const address = pingAddress(request.url ?? '', this.#options.basePath);
    if (address === undefined) return send(response, 404, 'Not an address of a ping\n');
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('allow', METHODS.join(', '));
      return send(response, 405, 'Pings are sent by GET, HEAD or POST\n');
    }
    const fate = await this.#options.writer.write({ ...address, receivedAt });
    this.#options.onSettled(fate);
    if (fate === 'lost') response.setHeader('retry-after', '5');
    send(response, ANSWERS[fate].status, ANSWERS[fate].text);
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

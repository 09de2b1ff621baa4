import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTP_LIMITS, HttpListener, unwantedBodyRead, type ListenerPlace } from '@vedette/service-host/http-listener';
import { pingAddress } from '../heartbeats/ping-path.ts';
import type { PingFate, PingWriter } from './ping-writer.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

const ANSWERS: Readonly<Record<PingFate, { status: number; text: string }>> = {
  stored: { status: 200, text: 'OK\n' },
  unknown: { status: 404, text: 'No monitor has this address\n' },
  lost: { status: 503, text: 'The ping could not be stored; please send it again\n' },
};

export interface PingServerOptions {
  readonly place: ListenerPlace;
  /** The path of the public URL, without a trailing slash. */
  readonly basePath: string;
  readonly writer: PingWriter;
  readonly onSettled: (fate: PingFate) => void;
  readonly onError: (error: Error) => void;
}

/** The HTTP server for pings. It reads and discards the first 10 KB of a body, because jobs often send their output. */
export class PingServer {
  readonly #options: PingServerOptions;
  readonly #listener: HttpListener;

  constructor(options: PingServerOptions) {
    this.#options = options;
    const answer = (request: IncomingMessage, response: ServerResponse): void => void this.#answer(request, response);
    this.#listener = new HttpListener(HTTP_LIMITS.pings, answer, options.onError);
  }

  listen(): Promise<number> {
    return this.#listener.listen(this.#options.place);
  }

  /** Returns when all received pings are answered and every client was asked to reconnect elsewhere. */
  close(): Promise<void> {
    return this.#listener.drain();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = new Date();
    const address = pingAddress(request.url ?? '', this.#options.basePath);
    if (address === undefined) return send(response, 404, 'Not an address of a ping\n');
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('allow', METHODS.join(', '));
      return send(response, 405, 'Pings are sent by GET, HEAD or POST\n');
    }
    const bodyRead = unwantedBodyRead(request);
    const fate = await this.#options.writer.write({ ...address, receivedAt });
    this.#options.onSettled(fate);
    await bodyRead;
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

import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly at: number;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const neverAnswer: Answer = () => {};

export interface ReceiverOptions {
  /** The key and the certificate; without them the receiver speaks plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly host?: string;
}

/** A real server that records its requests and answers as the test says. */
export class Receiver {
  readonly received: Received[] = [];
  /** Decides every answer; 200 by default. */
  answer: Answer = answerWith(200);
  /** The highest number of requests that were unanswered at one time. */
  mostAtOnce = 0;
  connections = 0;
  #open = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
    private readonly host: string,
  ) {}

  static async start({ tls, host = '127.0.0.1' }: ReceiverOptions = {}): Promise<Receiver> {
    const listener: RequestListener = (request, response) => {
      receiver.#open += 1;
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, receiver.#open);
      response.once('close', () => (receiver.#open -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url = '', method = '', headers } = request;
        const received = { path: url, method, headers, body: Buffer.concat(chunks), at: Date.now() };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer({ ...tls }, listener);
    const receiver = new Receiver(server, tls === undefined ? 'http' : 'https', host);
    server.on('connection', (socket) => {
      receiver.connections += 1;
      receiver.#sockets.add(socket);
      socket.once('close', () => receiver.#sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.scheme}://${this.host}:${this.port}/hooks`;
  }

  /** The requests of one event. */
  of(eventId: string): Received[] {
    return this.received.filter(({ headers }) => headers['webhook-id'] === eventId);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Starts the receivers of one test. */
export class Receivers {
  readonly #started: Receiver[] = [];

  async start(): Promise<Receiver> {
    const receiver = await Receiver.start();
    this.#started.push(receiver);
    return receiver;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((receiver) => receiver.stop()));
  }
}

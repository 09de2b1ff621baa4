import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answerer = (response: ServerResponse) => void;

/** A server that answers each request with the next of its answers, and the last one from then on. */
export class OddServer {
  readonly received: Received[] = [];
  readonly #server: Server;
  #answers: Answerer[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request, response);
    });
  }

  static async start(): Promise<OddServer> {
    const server = createServer();
    const odd = new OddServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return odd;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Forgets what was received, and answers like this from now on. */
  answers(...answers: Answerer[]): void {
    this.received.length = 0;
    this.#answers = answers;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += String(piece);
    this.received.push({ method, url, headers, body });
    const answer = this.#answers[Math.min(this.received.length, this.#answers.length) - 1];
    answer?.(response);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const HEADERS = { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' };

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answerer {
  return (response) => response.writeHead(status, { ...HEADERS, ...headers }).end(JSON.stringify(body));
}

export function apiError(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answerer {
  return json(status, { error: { code, message: `It is ${code}.`, requestId: 'req_1' } }, headers);
}

/** The error page of a proxy. */
export function html(status: number): Answerer {
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
}

export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Promises more than it sends, then closes the connection. */
export function cutInTheMiddle(response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'Content-Length': '1000' }).write('{"id":', () => response.destroy());
}

/** Says that the answer is complete, though its JSON is not. */
export function truncatedJson(response: ServerResponse): void {
  response.writeHead(200, HEADERS).end('{"id":');
}

/** Sends headers and a first piece, then nothing. */
export function stalled(response: ServerResponse): void {
  response.writeHead(200, HEADERS).write('{"id":');
}

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { waitFor } from '../wait-for.ts';

export interface ChatMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    text: string;
    attachments: { color: string; fallback: string; fields: { title: string; value: string; short: boolean }[] }[];
  };
}

export interface ChatAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A real HTTP server that accepts the same messages as Slack. */
export class ChatReceiver {
  readonly messages: ChatMessage[] = [];
  answer: (message: ChatMessage) => ChatAnswer | Promise<ChatAnswer> = () => ({ status: 200 });
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request, response);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  to(path: string): ChatMessage[] {
    return this.messages.filter((message) => message.path === path);
  }

  async got(path: string, count: number): Promise<ChatMessage[]> {
    return waitFor(`${count} messages to ${path}`, () => {
      const messages = this.to(path);
      return messages.length >= count ? messages : undefined;
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as ChatMessage['body'];
    const message = { path: request.url ?? '', headers: request.headers, body };
    this.messages.push(message);
    const { status, headers = {} } = await this.answer(message);
    response.writeHead(status, headers).end('ok');
  }
}

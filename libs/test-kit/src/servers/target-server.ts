import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { reservePort } from '@vedette/local-stores';

/** A target that counts: requests by path, and how many connections it ever had at once. */
export class TargetServer {
  readonly hits = new Map<string, number>();
  mostAtOnce = 0;
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number) {
    this.port = port;
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#sockets.size);
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    });
  }

  /** Unless a port is given, it has one that nobody else gets, even after it has stopped. */
  static async start(
    answer: RequestListener,
    options: { readonly port?: number | undefined; readonly host?: string } = {},
  ): Promise<TargetServer> {
    const { port = await reservePort(), host = '127.0.0.1' } = options;
    const server = createServer();
    server.listen({ port, host, backlog: 4096 });
    await once(server, 'listening');
    const target = new TargetServer(server, port);
    server.on('request', (request, response) => {
      const path = request.url ?? '';
      target.hits.set(path, (target.hits.get(path) ?? 0) + 1);
      answer(request, response);
    });
    return target;
  }

  url(path: string | number = ''): string {
    return `http://127.0.0.1:${this.port}/${path}`;
  }

  urls(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.url(i));
  }

  get open(): number {
    return this.#sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }
}

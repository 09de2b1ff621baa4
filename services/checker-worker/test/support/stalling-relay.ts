import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server on which nothing moves while it is stalled; its connections stay open. */
export class StallingRelay {
  readonly #sockets = new Set<Socket>();
  #isStalled = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(toPort: number): Promise<StallingRelay> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
    const relay = new StallingRelay(server, bound.port);
    server.on('connection', (socket) => relay.#join(socket, connect(toPort, '127.0.0.1')));
    return relay;
  }

  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    this.#isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Breaks every connection; new ones are possible at once. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): void {
    this.server.close();
    this.breakOff();
  }

  #join(one: Socket, other: Socket): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isStalled) from.pause();
    }
  }
}

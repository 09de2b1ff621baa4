import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between services and a store, and can cut their connections. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #resetting = new WeakSet<Socket>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(port: number): Promise<TcpProxy> {
    const server = createServer((client) => {
      if (proxy.#isCut) {
        client.on('error', () => undefined).resetAndDestroy();
        return;
      }
      const store = connect(port, '127.0.0.1');
      proxy.#join(client.setNoDelay(), store.setNoDelay());
    });
    const proxy = new TcpProxy(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Every connection ends with a reset on both sides. */
  reset(): void {
    for (const socket of this.#sockets) {
      // Node.js cannot end a process with a socket that was to be reset while it still had something to write.
      if (socket.connecting || socket.writableLength > 0 || !socket.writable) socket.destroy();
      else this.#resetting.add(socket.resetAndDestroy());
    }
  }

  /** Until `mend`, connections are reset, and new ones too. */
  cut(): void {
    this.#isCut = true;
    this.reset();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.reset();
    await closed;
  }

  #join(client: Socket, store: Socket): void {
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (!this.#resetting.has(other)) other.destroy();
      });
    }
  }
}

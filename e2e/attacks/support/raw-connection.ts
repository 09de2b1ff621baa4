import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends bytes as they are, and keeps all that comes back. */
export class RawConnection {
  readonly #chunks: Buffer[] = [];
  readonly #closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => this.#chunks.push(chunk));
    socket.on('error', () => undefined);
    // A reset is an end like another.
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  send(bytes: string): this {
    this.socket.write(bytes, 'latin1');
    return this;
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /** What came until the server closed the connection; rejects when the server keeps it open for longer. */
  async untilClosed(withinMs: number): Promise<string> {
    let late: NodeJS.Timeout | undefined;
    const lateness = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`Still open after ${withinMs} ms: ${this.received}`)), withinMs);
    });
    await Promise.race([this.#closed, lateness]).finally(() => clearTimeout(late));
    return this.received;
  }
}

/** The status of each answer; an answer may begin right after the body of the one before. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

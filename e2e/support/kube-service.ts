import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * What a Service of Kubernetes is to its clients: one address, behind which every new connection goes to one of the pods
 * that are its endpoints now. A connection that is open stays where it is, whatever becomes of the endpoint.
 */
export class KubeService {
  #ports: number[];
  #connections = 0;
  readonly #connecting = new Map<Socket, number>();

  constructor(port: number) {
    this.#ports = [port];
  }

  add(port: number): void {
    this.#ports.push(port);
  }

  /** Returns when no connection is on its way to it any more; Kubernetes gives it the time of `preStop` for that. */
  async remove(port: number): Promise<void> {
    this.#ports = this.#ports.filter((each) => each !== port);
    const late = [...this.#connecting].filter(([, to]) => to === port).map(([socket]) => socket);
    await Promise.all(late.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  }

  /** The connection of one client: it is kept until the server wants it closed, and made anew when it is needed. */
  client(): Agent {
    return new ClientConnection(() => this.#connect());
  }

  #connect(): Socket {
    const port = this.#ports[this.#connections % this.#ports.length];
    if (port === undefined) throw new Error('No endpoint is ready');
    this.#connections += 1;
    const socket = connect(port, '127.0.0.1');
    this.#connecting.set(socket, port);
    const settle = (): boolean => this.#connecting.delete(socket);
    return socket.once('connect', settle).once('close', settle);
  }
}

class ClientConnection extends Agent {
  readonly #connect: () => Socket;

  constructor(connectToEndpoint: () => Socket) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#connect = connectToEndpoint;
  }

  override createConnection(_options: ClientRequestArgs): Socket {
    return this.#connect();
  }
}

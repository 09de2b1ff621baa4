import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { reservePort } from '@vedette/local-stores';
import type { KeyPair } from './certificates.ts';

const ADDRESS = '127.0.53.1';

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Connections so far. */
  readonly accepted: number;
  /** Connections now. */
  readonly open: number;
}

/** Servers for one test that behave as the test defines; all are closed together. */
export class LoopbackServers {
  readonly #endings: (() => Promise<unknown> | void)[] = [];

  tcp(onConnection: (socket: Socket) => void, address = ADDRESS, port = 0): Promise<Listening> {
    return this.#listen(createTcpServer(onConnection), address, port);
  }

  http(onRequest: RequestListener, address = ADDRESS, port = 0): Promise<Listening> {
    return this.#listen(createHttpServer(onRequest), address, port);
  }

  /** `chain` is sent with the certificate. */
  https(pair: KeyPair, onRequest: RequestListener, chain: readonly KeyPair[] = []): Promise<Listening> {
    const cert = [pair, ...chain].map((each) => each.cert).join('\n');
    return this.#listen(createHttpsServer({ key: pair.key, cert }, onRequest), ADDRESS, 0);
  }

  /** A port without a listener. */
  refusing(): Promise<number> {
    return reservePort();
  }

  /** A port that answers no SYN: its owner accepts nothing, and its queue is full. */
  async unanswering(address: string): Promise<number> {
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const server = require('node:net').createServer();
       server.listen({ host: workerData, port: 0, backlog: 1 }, () => {
         parentPort.postMessage(server.address().port);
         setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
       });`,
      { eval: true, workerData: address },
    );
    this.onEnd(() => worker.terminate());
    const [port] = (await once(worker, 'message')) as [number];
    const fillers = Array.from({ length: 4 }, () => connect({ host: address, port }).on('error', () => {}));
    this.onEnd(() => fillers.forEach((socket) => socket.destroy()));
    await Promise.all(fillers.slice(0, 2).map((socket) => once(socket, 'connect')));
    return port;
  }

  onEnd(ending: () => Promise<unknown> | void): void {
    this.#endings.push(ending);
  }

  async close(): Promise<void> {
    for (const ending of this.#endings.toReversed()) await ending();
  }

  async #listen(server: Server, address: string, port: number): Promise<Listening> {
    const sockets = new Set<Socket>();
    let accepted = 0;
    server.on('connection', (socket: Socket) => {
      accepted += 1;
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    server.on('tlsClientError', () => {});
    server.listen(port, address);
    await once(server, 'listening');
    this.onEnd(async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    });
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
    return {
      server,
      port: bound.port,
      get accepted() {
        return accepted;
      },
      get open() {
        return sockets.size;
      },
    };
  }
}

import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { classifyAddress, Deadline, dnsResolver, Outbound, type AddressPolicy } from '@vedette/outbound';
import type { KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';

/** In these tests the 127.0.53.0/24 part of loopback stands for the public internet; all else is as in production. */
export const standInPolicy: AddressPolicy = (address) => {
  const kind = classifyAddress(address);
  return kind === 'public' || address.startsWith('127.0.53.') ? null : kind;
};

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Connections so far. */
  readonly accepted: number;
}

/** Real servers, a real DNS server and a guard for one test, and their end. */
export class Scene {
  readonly #endings: (() => Promise<void> | void)[] = [];

  private constructor(
    readonly dns: DnsServer,
    readonly outbound: Outbound,
  ) {
    this.onEnd(() => dns.close());
    this.onEnd(() => outbound.close());
  }

  static async open(options: { readonly authority?: KeyPair; readonly policy?: AddressPolicy } = {}): Promise<Scene> {
    const { authority, policy = standInPolicy } = options;
    const dns = await DnsServer.start();
    const resolver = dnsResolver({ servers: [dns.address] });
    const extraAuthorities = authority === undefined ? [] : [authority.cert];
    return new Scene(dns, new Outbound({ policy, resolver, extraAuthorities }));
  }

  deadline(limitMs: number, signal?: AbortSignal): Deadline {
    const deadline = Deadline.after(limitMs, signal);
    this.onEnd(() => deadline.clear());
    return deadline;
  }

  tcp(onConnection: (socket: Socket) => void, address = '127.0.53.1', port = 0): Promise<Listening> {
    return this.#listen(createTcpServer(onConnection), address, port);
  }

  http(onRequest: RequestListener, address = '127.0.53.1', port = 0): Promise<Listening> {
    return this.#listen(createHttpServer(onRequest), address, port);
  }

  https(pair: KeyPair, onRequest: RequestListener, address = '127.0.53.1', port = 0): Promise<Listening> {
    return this.#listen(createHttpsServer({ ...pair }, onRequest), address, port);
  }

  /** A port that answers no SYN: its owner accepts nothing, and its queue is full. */
  async stalled(address: string): Promise<number> {
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const server = require('node:net').createServer();
       server.listen({ host: workerData, port: 0, backlog: 1 }, () => {
         parentPort.postMessage(server.address().port);
         setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
       });`,
      { eval: true, workerData: address },
    );
    this.onEnd(async () => void (await worker.terminate()));
    const [port]: unknown[] = await once(worker, 'message');
    if (typeof port !== 'number') throw new Error('the stalled server has no port');
    const { connect } = await import('node:net');
    const fillers = Array.from({ length: 4 }, () => connect({ host: address, port }).on('error', () => {}));
    this.onEnd(() => fillers.forEach((socket) => socket.destroy()));
    await Promise.all(fillers.slice(0, 2).map((socket) => once(socket, 'connect')));
    return port;
  }

  onEnd(ending: () => Promise<void> | void): void {
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
    };
  }
}

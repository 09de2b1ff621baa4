import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { CheckTarget } from '@vedette/contract';
import { classifyAddress, dnsResolver, Outbound, type AddressPolicy } from '@vedette/outbound';
import { DnsRecords } from '../../src/probes/dns-records.ts';
import { Pings } from '../../src/probes/pings.ts';
import type { ProbeResult, ProbeTools } from '../../src/probes/probe.ts';
import { probe } from '../../src/probes/probes.ts';
import { Rdap } from '../../src/registry/rdap.ts';
import { Registry } from '../../src/registry/registry.ts';
import { readServer, Whois } from '../../src/registry/whois.ts';
import type { KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { RegistryServer } from './registry-server.ts';

/** In these tests 127.0.53.0/24 stands for the public internet, as 2001:db8::/32 does; all else is as in production. */
const standInPolicy: AddressPolicy = (address) => {
  const kind = classifyAddress(address);
  const standsIn = address.startsWith('127.0.53.') || address.startsWith('2001:db8:');
  return kind === 'public' || standsIn ? null : kind;
};

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Connections so far. */
  readonly accepted: number;
  /** Connections now. */
  readonly open: number;
}

/** Everything that a probe can meet, on loopback: DNS, a registry, and servers that behave as a test says. */
export class World {
  readonly #endings: (() => Promise<unknown> | void)[] = [];
  readonly tools: ProbeTools;

  private constructor(
    readonly dns: DnsServer,
    readonly registry: RegistryServer,
    authorities: readonly string[],
    registryIntervalMs: number,
  ) {
    const resolver = dnsResolver({ servers: [dns.address] });
    const outbound = new Outbound({ policy: standInPolicy, resolver, extraAuthorities: authorities });
    const ways = { operator: outbound, guarded: outbound };
    const records = new DnsRecords({ servers: [dns.address], allowInternal: false });
    const asks = new Registry(
      new Rdap(ways, new URL(registry.bootstrapUrl)),
      new Whois(ways, readServer(registry.whoisServer)),
      registryIntervalMs,
    );
    this.tools = { outbound, records, pings: new Pings(4), registry: asks };
    this.onEnd(async () => {
      await Promise.all([dns.close(), registry.close()]);
      outbound.close();
      records.close();
      asks.close();
    });
  }

  static async open(
    options: { readonly authorities?: readonly KeyPair[]; readonly registryIntervalMs?: number } = {},
  ): Promise<World> {
    const { authorities = [], registryIntervalMs = 3_600_000 } = options;
    const [dns, registry] = await Promise.all([DnsServer.start(), RegistryServer.start(['example'])]);
    return new World(
      dns,
      registry,
      authorities.map(({ cert }) => cert),
      registryIntervalMs,
    );
  }

  probe(target: CheckTarget, signal: AbortSignal = new AbortController().signal): Promise<ProbeResult> {
    return probe(target, this.tools, signal);
  }

  tcp(onConnection: (socket: Socket) => void, address = '127.0.53.1', port = 0): Promise<Listening> {
    return this.#listen(createTcpServer(onConnection), address, port);
  }

  http(onRequest: RequestListener, address = '127.0.53.1'): Promise<Listening> {
    return this.#listen(createHttpServer(onRequest), address, 0);
  }

  /** `chain` goes along with the certificate. */
  https(pair: KeyPair, onRequest: RequestListener, chain: readonly KeyPair[] = []): Promise<Listening> {
    const cert = [pair, ...chain].map((each) => each.cert).join('\n');
    return this.#listen(createHttpsServer({ key: pair.key, cert }, onRequest), '127.0.53.1', 0);
  }

  /** A port where nobody listens. */
  async refusing(): Promise<number> {
    const { server, port } = await this.tcp(() => {});
    server.close();
    await once(server, 'close');
    return port;
  }

  /** A port that answers no SYN: its owner accepts nothing, and its queue is full. */
  async unanswering(address = '127.0.53.2'): Promise<number> {
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
    const [port]: unknown[] = await once(worker, 'message');
    if (typeof port !== 'number') throw new Error('the server has no port');
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

import { createServer as createTlsServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createCertificate } from '@vedette/test-kit/certificates';
import { DnsServer, type DnsReply } from '@vedette/test-kit/dns-server';
import { type Flood, FloodServer, httpFloods } from '@vedette/test-kit/flood-server';
import { LoopbackServers } from '@vedette/test-kit/loopback-servers';

const LOOPBACK = '127.0.0.1';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n';

/** Answers that never end, or that are made to be expensive. Strings are bytes (Latin-1). */
const tlsFloods: Readonly<Record<string, Flood>> = {
  'records of the handshake without end': { head: '', again: '\x16\x03\x03\x00\x01\x02' },
  'alerts without end': { head: '', again: '\x15\x03\x03\x00\x02\x01\x00' },
  'a record that is longer than it may be': { head: '\x16\x03\x03\xff\xff', again: 'x' },
  'a server hello that drips': { head: '\x16\x03\x03\x40\x00\x02\x00\x3f\xfc', again: '\x00', isOneByOne: true },
  'another protocol': { head: '220 mail.example ESMTP\r\n', again: '500 what?\r\n' },
};
const registryFloods: Readonly<Record<string, Flood>> = {
  'an array without end': { head: `${OK}[`, again: '[],' },
  'arrays in arrays without end': { head: OK, again: '[' },
  'events without end': { head: `${OK}{"events":[`, again: '{"eventAction":"expiration","eventDate":"1"},' },
  'a string without end': { head: `${OK}"`, again: 'x' },
};
const whoisFlood: Flood = { head: '', again: 'expiry date: 2\r\n' };

/** One pointer that leads to itself; a record longer than the answer; more records than there are. */
const dnsReplies: Readonly<Record<string, DnsReply>> = {
  silent: 'SILENCE',
  failing: 'SERVFAIL',
  many: Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`),
  loop: Buffer.from('81800001000100000000c00c00010001c00c000100010000003c00047f000001', 'hex'),
  long: Buffer.from('818000010001000000000161000001000101610000010001ffffffff7fff7f000001', 'hex'),
  countless: Buffer.from('81800001ffffffffffff0161000001', 'hex'),
  empty: Buffer.alloc(0),
};

/** Servers of each kind that misbehave as badly as they can. */
export class HostileServers {
  readonly #servers = new LoopbackServers();
  readonly #floods: FloodServer[] = [];

  private constructor(readonly dns: DnsServer) {}

  static async start(): Promise<HostileServers> {
    return new HostileServers(await DnsServer.start());
  }

  /** Addresses of web servers: floods of every kind, and silence. */
  async webServers(): Promise<string[]> {
    const ports = await Promise.all([...Object.values(httpFloods).map((flood) => this.#flood(flood)), this.#silent()]);
    return ports.map((port) => `${LOOPBACK}:${port}`);
  }

  async tlsServers(): Promise<string[]> {
    const pair = await createCertificate(['localhost']);
    const overTls = httpFloods['a drip of single bytes'];
    const ports = await Promise.all([
      ...Object.values(tlsFloods).map((flood) => this.#flood(flood)),
      this.#silent(),
      this.#flood(overTls, pair),
      this.#longChain(),
    ]);
    return ports.map((port) => `${LOOPBACK}:${port}`);
  }

  /** Names that the DNS server answers badly, in every type of record. */
  names(): string[] {
    return Object.entries(dnsReplies).map(([label, reply]) => {
      const name = `${label}.hostile.example`;
      for (const type of ['A', 'AAAA', 'TXT'] as const) {
        this.dns.set(name, type, Array.isArray(reply) && type !== 'A' ? reply.map((text) => `${text}::`) : reply);
      }
      return name;
    });
  }

  /** The list of RDAP servers, one hostile server for each top-level domain in it. */
  async registries(): Promise<{ readonly bootstrapUrl: string; readonly domains: readonly string[] }> {
    const ports = await Promise.all([
      ...Object.values(registryFloods).map((flood) => this.#flood(flood)),
      this.#silent(),
    ]);
    const services = ports.map((port, index) => [[`rdap${index}`], [`http://${LOOPBACK}:${port}/`]]);
    const list = await this.#servers.http((_, response) => response.end(JSON.stringify({ services })), LOOPBACK);
    return {
      bootstrapUrl: `http://${LOOPBACK}:${list.port}/`,
      domains: [...ports.map((_, index) => `hostile.rdap${index}`), 'hostile.whois'],
    };
  }

  async whoisServer(): Promise<string> {
    return `${LOOPBACK}:${await this.#flood(whoisFlood)}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#floods.map((flood) => flood.stop()));
    await Promise.all([this.#servers.close(), this.dns.close()]);
  }

  async #flood(flood: Flood, certificate?: { key: string; cert: string }): Promise<number> {
    const server = await FloodServer.start(flood, certificate);
    this.#floods.push(server);
    return server.port;
  }

  async #silent(): Promise<number> {
    return (await this.#servers.tcp((socket) => socket.resume(), LOOPBACK)).port;
  }

  /** A certificate with a hundred others behind it. */
  async #longChain(): Promise<number> {
    const pair = await createCertificate(['localhost']);
    const sockets = new Set<Socket>();
    const server = createTlsServer({ key: pair.key, cert: `${pair.cert}\n`.repeat(100) }, (socket) => socket.end());
    server
      .on('tlsClientError', () => undefined)
      .on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
      });
    server.listen(0, LOOPBACK);
    await once(server, 'listening');
    this.#servers.onEnd(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }
}

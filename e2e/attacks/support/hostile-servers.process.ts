import { createServer as createTlsServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer, type DnsReply } from '@vedette/test-kit/dns-server';
import { type Flood, FloodServer, httpFloods } from '@vedette/test-kit/flood-server';
import { LoopbackServers } from '@vedette/test-kit/loopback-servers';

// Servers of each kind that misbehave as badly as they can. The parent gets their addresses as the one message of this
// process.

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

const servers = new LoopbackServers();

export interface HostileAddresses {
  /** Floods of every kind, and silence. */
  readonly webServers: readonly string[];
  readonly tlsServers: readonly string[];
  readonly dnsServer: string;
  /** Names that the DNS server answers badly, in every type of record. */
  readonly names: readonly string[];
  readonly registries: Registries;
  readonly whoisServer: string;
}

interface Registries {
  /** The list of RDAP servers, one hostile server for each top-level domain in it. */
  readonly bootstrapUrl: string;
  readonly domains: readonly string[];
}

async function startAll(): Promise<HostileAddresses> {
  const dns = await DnsServer.start();
  const [webServers, tlsServers, registries, whoisServer] = await Promise.all([
    startWebServers(),
    startTlsServers(),
    startRegistries(),
    flood(whoisFlood),
  ]);
  return { webServers, tlsServers, dnsServer: dns.address, names: setNames(dns), registries, whoisServer };
}

const startWebServers = (): Promise<string[]> =>
  Promise.all([...Object.values(httpFloods).map((each) => flood(each)), silent()]);

async function startTlsServers(): Promise<string[]> {
  const pair = await createCertificate(['localhost']);
  return Promise.all([
    ...Object.values(tlsFloods).map((each) => flood(each)),
    silent(),
    flood(httpFloods['a drip of single bytes'], pair),
    longChain(pair),
  ]);
}

function setNames(dns: DnsServer): string[] {
  return Object.entries(dnsReplies).map(([label, reply]) => {
    const name = `${label}.hostile.example`;
    for (const type of ['A', 'AAAA', 'TXT'] as const) {
      dns.set(name, type, Array.isArray(reply) && type !== 'A' ? reply.map((text) => `${text}::`) : reply);
    }
    return name;
  });
}

async function startRegistries(): Promise<Registries> {
  const addresses = await Promise.all([...Object.values(registryFloods).map((each) => flood(each)), silent()]);
  const services = addresses.map((address, index) => [[`rdap${index}`], [`http://${address}/`]]);
  const list = await servers.http((_, response) => response.end(JSON.stringify({ services })), LOOPBACK);
  return {
    bootstrapUrl: `http://${LOOPBACK}:${list.port}/`,
    domains: [...addresses.map((_, index) => `hostile.rdap${index}`), 'hostile.whois'],
  };
}

async function flood(answer: Flood, certificate?: KeyPair): Promise<string> {
  return `${LOOPBACK}:${(await FloodServer.start(answer, certificate)).port}`;
}

async function silent(): Promise<string> {
  return `${LOOPBACK}:${(await servers.tcp((socket) => socket.resume(), LOOPBACK)).port}`;
}

/** A certificate with a hundred others behind it. */
async function longChain(pair: KeyPair): Promise<string> {
  const server = createTlsServer({ key: pair.key, cert: `${pair.cert}\n`.repeat(100) }, (socket) => socket.end());
  server
    .on('tlsClientError', () => undefined)
    .on('connection', (socket: Socket) => socket.on('error', () => undefined));
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

// The threads of the floods inherit the priority, so it is set before they start.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit());
process.send?.(await startAll());

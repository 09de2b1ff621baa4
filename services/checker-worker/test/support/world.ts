import type { CheckTarget } from '@vedette/contract';
import { classifyAddress, dnsResolver, Outbound, type AddressPolicy } from '@vedette/outbound';
import { DnsRecords } from '../../src/probes/dns-records.ts';
import { Pings } from '../../src/probes/pings.ts';
import type { ProbeResult, ProbeTools } from '../../src/probes/probe.ts';
import { probe } from '../../src/probes/probes.ts';
import { Rdap } from '../../src/registry/rdap.ts';
import { Registry } from '../../src/registry/registry.ts';
import { Whois } from '../../src/registry/whois.ts';
import type { KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { LoopbackServers } from '@vedette/test-kit/loopback-servers';
import { RegistryServer } from '@vedette/test-kit/registry-server';

/** In these tests, 127.0.53.0/24 and 2001:db8::/32 count as public; all other rules are those of production. */
const standInPolicy: AddressPolicy = (address) => {
  const kind = classifyAddress(address);
  const standsIn = address.startsWith('127.0.53.') || address.startsWith('2001:db8:');
  return kind === 'public' || standsIn ? null : kind;
};

/** Everything that a probe can reach, on loopback: DNS, a registry, and servers whose behaviour the test sets. */
export class World extends LoopbackServers {
  readonly tools: ProbeTools;

  private constructor(
    readonly dns: DnsServer,
    readonly registry: RegistryServer,
    authorities: readonly string[],
    registryIntervalMs: number,
  ) {
    super();
    const resolver = dnsResolver({ servers: [dns.address] });
    const outbound = new Outbound({ policy: standInPolicy, resolver, extraAuthorities: authorities });
    const ways = { operator: outbound, guarded: outbound };
    const records = new DnsRecords({ servers: [dns.address], allowInternal: false });
    const asks = new Registry(
      new Rdap(ways, new URL(registry.bootstrapUrl)),
      new Whois(ways, registry.whoisServer),
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
}

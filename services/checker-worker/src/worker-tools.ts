import { Inject, Injectable } from '@nestjs/common';
import { createOutbound, type Outbound, type RememberingOutbound } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { WorkerConfig } from './config.ts';
import { DnsRecords } from './probes/dns-records.ts';
import { Pings } from './probes/pings.ts';
import type { ProbeTools } from './probes/probe.ts';
import { Rdap } from './registry/rdap.ts';
import { Registry } from './registry/registry.ts';
import { Whois } from './registry/whois.ts';

type ToolsConfig = Pick<
  WorkerConfig,
  | 'allowPrivateTargets'
  | 'dnsServers'
  | 'pingConcurrency'
  | 'rdapBootstrapUrl'
  | 'whoisServer'
  | 'registryIntervalSeconds'
>;

/** The means by which probes reach the network, as configured by the environment. */
@Injectable()
export class WorkerTools implements ProbeTools {
  readonly outbound: Outbound;
  /** For addresses that the operator configured, which may be private. */
  readonly operatorOutbound: Outbound;
  readonly records: DnsRecords;
  readonly pings: Pings;
  readonly registry: Registry;
  /** For first attempts: thousands of checks a second would otherwise be thousands of DNS queries. */
  readonly remembering: ProbeTools & { readonly outbound: RememberingOutbound };

  constructor({ lifecycle }: Host, @Inject(CONFIG) config: ToolsConfig) {
    const { allowPrivateTargets: allowPrivate, dnsServers } = config;
    this.outbound = createOutbound({ allowPrivate, dnsServers });
    this.operatorOutbound = allowPrivate ? this.outbound : createOutbound({ allowPrivate: true, dnsServers });
    this.records = new DnsRecords({ servers: dnsServers, allowInternal: allowPrivate });
    this.pings = new Pings(config.pingConcurrency);
    const ways = { guarded: this.outbound, operator: this.operatorOutbound };
    this.registry = new Registry(
      new Rdap(ways, new URL(config.rdapBootstrapUrl)),
      new Whois(ways, config.whoisServer),
      config.registryIntervalSeconds * 1000,
    );
    const { records, pings, registry } = this;
    this.remembering = { outbound: this.outbound.remembering(), records, pings, registry };
    lifecycle.add('clients', { stop: () => this.#close() });
  }

  #close(): void {
    this.registry.close();
    this.records.close();
    this.outbound.close();
    this.operatorOutbound.close();
  }
}

import { classifyAddress, Deadline, dnsResolver, Outbound, type AddressPolicy } from '@vedette/outbound';
import type { KeyPair } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { LoopbackServers } from '@vedette/test-kit/loopback-servers';

/** In these tests, 127.0.53.0/24 of loopback represents the public internet; everything else is as in production. */
export const standInPolicy: AddressPolicy = (address) => {
  const kind = classifyAddress(address);
  return kind === 'public' || address.startsWith('127.0.53.') ? null : kind;
};

/** Real servers, a real DNS server and a guard for one test, and their cleanup. */
export class Scene extends LoopbackServers {
  private constructor(
    readonly dns: DnsServer,
    readonly outbound: Outbound,
  ) {
    super();
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
}

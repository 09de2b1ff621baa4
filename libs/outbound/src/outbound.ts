import type { SecureContext, TLSSocket } from 'node:tls';
import { anyAddress, publicAddressesOnly, type AddressPolicy } from './names/address-policy.ts';
import { openTcp, openTls, type Connection, type TlsOptions } from './connections/connect.ts';
import type { Deadline } from './deadline.ts';
import type { OutboundFailure } from './failure.ts';
import { resolveTarget, type Resolution, type Resolved } from './names/resolve.ts';
import { RememberingResolver } from './names/remembering-resolver.ts';
import { dnsResolver, eitherResolver, systemResolver, type HostResolver } from './names/resolvers.ts';
import type { NotReplied, Replied, RequestOptions } from './requests/reply.ts';
import { sendRequest } from './requests/send-request.ts';
import { readTargetHost } from './names/target-host.ts';
import { targetOf } from './requests/target-url.ts';
import { sharedSecureContext } from './connections/tls.ts';

export interface Target {
  /** A name, an address, or `URL.hostname`. */
  readonly host: string;
  readonly port: number;
}

interface OutboundOptions {
  readonly policy: AddressPolicy;
  readonly resolver: HostResolver;
  /** PEM certificates that are trusted in addition to the usual ones. */
  readonly extraAuthorities?: readonly string[];
}

/** The only way to connect to an address that a customer chose: every such socket is opened here. */
export class Outbound {
  readonly #policy: AddressPolicy;
  readonly #resolver: HostResolver;
  readonly #secureContext: SecureContext;
  readonly #options: OutboundOptions;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#policy = options.policy;
    this.#resolver = options.resolver;
    this.#secureContext = sharedSecureContext(options.extraAuthorities);
  }

  /** The same, but addresses are used again while DNS allows it, for a minute at the most. The policy still applies. */
  remembering(): RememberingOutbound {
    return new RememberingOutbound(this.#options, new RememberingResolver(this.#resolver));
  }

  /** Returns the allowed addresses of a host. Literal addresses are checked without a DNS query. */
  resolve(host: string, deadline: Deadline): Promise<Resolution> {
    return resolveTarget(this.#policy, this.#resolver, host, deadline);
  }

  async connect(target: Target, deadline: Deadline): Promise<Connection | OutboundFailure> {
    const resolved = await this.resolve(target.host, deadline);
    return resolved.ok ? openTcp(resolved, target.port, deadline) : resolved;
  }

  async connectTls(
    target: Target,
    options: TlsOptions,
    deadline: Deadline,
  ): Promise<Connection<TLSSocket> | OutboundFailure> {
    const resolved = await this.resolve(target.host, deadline);
    if (!resolved.ok) return resolved;
    return openTls(resolved, target.port, { ...options, secureContext: this.#secureContext }, deadline);
  }

  /** Opens a connection for an http or https URL, for use with `requestOver`. */
  async connectUrl(
    url: URL,
    options: Pick<TlsOptions, 'verify'>,
    deadline: Deadline,
  ): Promise<Connection | OutboundFailure> {
    const resolved = await this.resolve(url.hostname, deadline);
    return resolved.ok ? this.#open(resolved, url, options, deadline) : resolved;
  }

  /** Sends one request and returns its reply. Any status is a success; certificates are always verified. */
  request(options: RequestOptions, deadline: Deadline): Promise<Replied | NotReplied> {
    return sendRequest(
      {
        resolve: (host) => this.resolve(host, deadline),
        open: (resolved, url) => this.#open(resolved, url, {}, deadline),
      },
      options,
      deadline,
    );
  }

  /** Cancels open DNS queries. Callers close their own connections. */
  close(): void {
    this.#resolver.close();
  }

  #open(
    resolved: Resolved,
    url: URL,
    options: Pick<TlsOptions, 'verify'>,
    deadline: Deadline,
  ): Promise<Connection | OutboundFailure> {
    const { port } = targetOf(url);
    if (url.protocol !== 'https:') return openTcp(resolved, port, deadline);
    const tls = { ...options, alpn: ['http/1.1'], secureContext: this.#secureContext };
    return openTls(resolved, port, tls, deadline);
  }
}

export class RememberingOutbound extends Outbound {
  readonly #remembering: RememberingResolver;

  constructor(options: OutboundOptions, resolver: RememberingResolver) {
    super({ ...options, resolver });
    this.#remembering = resolver;
  }

  /** The next connection to this host asks DNS again. */
  forget(host: string): void {
    const target = readTargetHost(host);
    if (target.kind === 'name') this.#remembering.forget(target.name);
  }
}

/**
 * `allowPrivate` lifts the address rules and nothing else. With it, names that only this machine knows (hosts file,
 * search domains) work too. Without it, such names could only lead to forbidden addresses.
 */
export function createOutbound(options: {
  readonly allowPrivate: boolean;
  /** `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:53`. If given, only these servers are asked. */
  readonly dnsServers?: readonly string[];
  readonly extraAuthorities?: readonly string[];
}): Outbound {
  const { allowPrivate, dnsServers = [], extraAuthorities = [] } = options;
  const policy = allowPrivate ? anyAddress : publicAddressesOnly;
  const dns = dnsServers.length > 0 ? dnsResolver({ servers: dnsServers }) : dnsResolver();
  const knowsOwnNames = allowPrivate && dnsServers.length === 0;
  return new Outbound({
    policy,
    resolver: knowsOwnNames ? eitherResolver(dns, systemResolver()) : dns,
    extraAuthorities,
  });
}

import type { RecordWithTtl } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { combineAnswers, readDnsError, type DnsAnswer, type ResolvedAddress } from './dns-answer.ts';

export interface HostResolver {
  /** Returns every address of a name, allowed or not; the caller applies policy and deadline. */
  resolve(name: string): Promise<DnsAnswer>;
  /** Cancels open queries, which would keep the process alive. */
  close(): void;
}

// RFC 8305, section 3: how long an answer for one address family waits for the other.
const RESOLUTION_DELAY_MS = 50;

/**
 * Asks DNS servers directly (by default those of the machine), without a cache. Unlike the system's lookup it occupies no thread: names whose DNS does not answer cannot delay other names.
 */
export function dnsResolver(options: { readonly servers?: readonly string[] } = {}): HostResolver {
  // A lost packet costs a second; a slow server may take up to about 17 seconds.
  const resolver = new Resolver({ timeout: 1000, tries: 5, maxTimeout: 5000 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  return {
    async resolve(name) {
      const ipv6 = settle(resolver.resolve6(name, { ttl: true }), 6);
      const ipv4 = await settle(resolver.resolve4(name, { ttl: true }), 4);
      // IPv4 is tried first, so its answer is awaited; IPv6 only adds a fallback.
      return combineAnswers(ipv4, ipv4.ok ? await orLate(ipv6) : await ipv6);
    },
    close: () => resolver.cancel(),
  };
}

/** Resolves names as other programs here do: hosts file, search domains, mDNS. Each lookup occupies a thread. */
export function systemResolver(): HostResolver {
  return {
    async resolve(name) {
      try {
        const found = await lookup(name, { all: true, order: 'ipv4first' });
        const addresses = found.map(({ address, family }): ResolvedAddress => ({
          address,
          family: family === 6 ? 6 : 4,
        }));
        return { ok: true, addresses, ttlSeconds: 0 };
      } catch (error) {
        return readDnsError(error);
      }
    },
    close: () => {},
  };
}

/** Asks `second` if `first` does not know the name or cannot be reached. */
export function eitherResolver(first: HostResolver, second: HostResolver): HostResolver {
  return {
    async resolve(name) {
      const answer = await first.resolve(name);
      if (answer.ok || (answer.reason !== 'not_found' && answer.reason !== 'resolver_unreachable')) return answer;
      const other = await second.resolve(name);
      return other.ok ? other : answer;
    },
    close() {
      first.close();
      second.close();
    },
  };
}

async function settle(query: Promise<RecordWithTtl[]>, family: 4 | 6): Promise<DnsAnswer> {
  try {
    const records = await query;
    if (records.length === 0) return { ok: false, reason: 'no_address', code: null };
    const addresses = records.map(({ address }): ResolvedAddress => ({ address, family }));
    return { ok: true, addresses, ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)) };
  } catch (error) {
    return readDnsError(error);
  }
}

async function orLate(answer: Promise<DnsAnswer>): Promise<DnsAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DnsAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, reason: 'timeout', code: null }), RESOLUTION_DELAY_MS);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

// Decides in which order the addresses of a name are tried, and how many of them.

import type { ResolvedAddress } from './dns-answer.ts';

/** A customer's DNS says what we connect to, so it must not turn one check into a scan. */
export const MAX_ADDRESSES = 8;

/**
 * The families alternate, so that one that leads nowhere delays by one step only. IPv4 comes first: it is there on every
 * worker, and latencies of workers with and without IPv6 stay comparable.
 */
export function attemptOrder(addresses: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  if (addresses.length < 2) return addresses;
  const unique = [...new Map(addresses.map((entry) => [entry.address, entry])).values()];
  const ipv4 = unique.filter(({ family }) => family === 4);
  const ipv6 = unique.filter(({ family }) => family === 6);
  const ordered: ResolvedAddress[] = [];
  for (let i = 0; i < Math.max(ipv4.length, ipv6.length); i++) {
    ordered.push(...ipv4.slice(i, i + 1), ...ipv6.slice(i, i + 1));
  }
  return ordered.slice(0, MAX_ADDRESSES);
}

// Decides the order in which the addresses of a name are tried, and how many of them.

import type { ResolvedAddress } from './dns-answer.ts';

/** The customer's DNS chooses the addresses; without a limit, it could turn one check into a scan. */
export const MAX_ADDRESSES = 8;

/**
 * The families alternate, so that an unreachable family delays by only one step. IPv4 comes first: every worker has it,
 * and the latencies of workers with and without IPv6 stay comparable.
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

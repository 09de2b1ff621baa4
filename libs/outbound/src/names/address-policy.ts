// Decides whether a connection to an address is allowed: it must be public unicast; otherwise the kind of its special
// range is the reason for the refusal.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

// The first match wins, so a range comes before the wider range that contains it.
const IPV4_RANGES = {
  unspecified: ['0.0.0.0/8'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  carrier_grade_nat: ['100.64.0.0/10'],
  loopback: ['127.0.0.0/8'],
  // Azure's platform services answer on this address inside every virtual machine, though it looks public.
  cloud_platform: ['168.63.129.16/32'],
  link_local: ['169.254.0.0/16'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  as112: ['192.31.196.0/24', '192.175.48.0/24'],
  multicast_relay: ['192.52.193.0/24'],
  six_to_four: ['192.88.99.0/24'],
  benchmarking: ['198.18.0.0/15'],
  multicast: ['224.0.0.0/4'],
  broadcast: ['255.255.255.255/32'],
  reserved: ['192.0.0.0/24', '240.0.0.0/4'],
} as const;

const IPV6_RANGES = {
  unspecified: ['::/128'],
  loopback: ['::1/128'],
  ipv4_mapped: ['::ffff:0:0/96'],
  ipv4_translated: ['::ffff:0:0:0/96'],
  ipv4_compatible: ['::/96'],
  nat64: ['64:ff9b::/96'],
  nat64_local: ['64:ff9b:1::/48'],
  discard: ['100::/64', '100:0:0:1::/64'],
  teredo: ['2001::/32'],
  benchmarking: ['2001:2::/48'],
  multicast_relay: ['2001:3::/32'],
  as112: ['2001:4:112::/48', '2620:4f:8000::/48'],
  orchid: ['2001:10::/28', '2001:20::/28'],
  drone_identifier: ['2001:30::/28'],
  documentation: ['2001:db8::/32', '3fff::/20'],
  six_to_four: ['2002::/16'],
  segment_routing: ['5f00::/16'],
  unique_local: ['fc00::/7'],
  link_local: ['fe80::/10'],
  site_local: ['fec0::/10'],
  multicast: ['ff00::/8'],
  reserved: ['2001::/23'],
} as const;

export type ForbiddenKind = keyof typeof IPV4_RANGES | keyof typeof IPV6_RANGES | 'scoped' | 'not_an_address';

export type AddressKind = 'public' | ForbiddenKind;

/** Returns null if the address is allowed, or the kind of range for which it is refused. */
export type AddressPolicy = (address: string) => ForbiddenKind | null;

type Range<Kind> = readonly [kind: Kind, network: Parsed, prefixBits: number];

const ipv4Table = tableOf<keyof typeof IPV4_RANGES>(IPV4_RANGES);
const ipv6Table = tableOf<keyof typeof IPV6_RANGES>(IPV6_RANGES);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Accepts only addresses that a socket would take literally; target-host.ts handles obfuscated spellings. */
export function classifyAddress(address: string): AddressKind {
  if (isIP(address) === 0) return 'not_an_address';
  // A zone id selects one of our own interfaces; a public address never needs one.
  if (address.includes('%')) return 'scoped';
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? classifyIpv4(parsed) : classifyIpv6(parsed);
}

export const publicAddressesOnly: AddressPolicy = (address) => {
  const kind = classifyAddress(address);
  return kind === 'public' ? null : kind;
};

export const anyAddress: AddressPolicy = (address) => (isIP(address) === 0 ? 'not_an_address' : null);

function classifyIpv4(address: Parsed): AddressKind {
  return match(address, ipv4Table) ?? secondOpinion(address);
}

function classifyIpv6(address: Parsed): AddressKind {
  const kind = match(address, ipv6Table);
  // DNS64 gives these addresses to ordinary names in networks without IPv4, so the embedded IPv4 address decides.
  if (kind === 'nat64') {
    const embedded = ipaddr.fromByteArray(address.toByteArray().slice(-4));
    return classifyIpv4(embedded) === 'public' ? 'public' : 'nat64';
  }
  if (kind !== undefined) return kind;
  return address.match(globalUnicast) ? secondOpinion(address) : 'reserved';
}

// Also refuses ranges that ipaddr.js knows and this table does not know yet.
function secondOpinion(address: Parsed): AddressKind {
  return address.range() === 'unicast' ? 'public' : 'reserved';
}

function match<Kind>(address: Parsed, table: readonly Range<Kind>[]): Kind | undefined {
  return table.find(([, network, prefixBits]) => address.match(network, prefixBits))?.[0];
}

function tableOf<Kind extends string>(ranges: Readonly<Record<Kind, readonly string[]>>): readonly Range<Kind>[] {
  const table: Range<Kind>[] = [];
  for (const kind in ranges) {
    for (const cidr of ranges[kind]) table.push([kind, ...ipaddr.parseCIDR(cidr)]);
  }
  return table;
}

const PHRASES: Readonly<Record<ForbiddenKind, string>> = {
  unspecified: 'an unspecified address',
  private: 'a private address',
  carrier_grade_nat: 'a carrier-grade NAT address',
  loopback: 'a loopback address',
  cloud_platform: 'an address of the cloud platform itself',
  link_local: 'a link-local address',
  documentation: 'an address reserved for documentation',
  as112: 'an AS112 sink address',
  multicast_relay: 'a multicast relay address',
  six_to_four: 'a 6to4 address',
  benchmarking: 'an address reserved for benchmarks',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  reserved: 'a reserved address',
  ipv4_mapped: 'an IPv4-mapped address',
  ipv4_translated: 'an IPv4-translated address',
  ipv4_compatible: 'an IPv4-compatible address',
  nat64: 'a NAT64 address of a network that is not public',
  nat64_local: 'a local NAT64 address',
  discard: 'a discard-only address',
  teredo: 'a Teredo address',
  orchid: 'an ORCHID identifier',
  drone_identifier: 'a drone remote identifier',
  segment_routing: 'a segment-routing address',
  unique_local: 'a unique-local address',
  site_local: 'a site-local address',
  scoped: 'an address with a zone id',
  not_an_address: 'not an IP address',
};

/** The kind as a phrase that completes a sentence: "… is a private address". */
export function phraseOf(kind: ForbiddenKind): string {
  return PHRASES[kind];
}

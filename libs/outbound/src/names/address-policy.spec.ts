import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyAddress, classifyAddress, phraseOf, publicAddressesOnly, type AddressKind } from './address-policy.ts';

type RangeRow = readonly [kind: AddressKind, first: string, last: string, before: AddressKind, after: AddressKind];

const ranges: readonly RangeRow[] = [
  ['unspecified', '0.0.0.0', '0.255.255.255', 'not_an_address', 'public'],
  ['private', '10.0.0.0', '10.255.255.255', 'public', 'public'],
  ['carrier_grade_nat', '100.64.0.0', '100.127.255.255', 'public', 'public'],
  ['loopback', '127.0.0.0', '127.255.255.255', 'public', 'public'],
  ['cloud_platform', '168.63.129.16', '168.63.129.16', 'public', 'public'],
  ['link_local', '169.254.0.0', '169.254.255.255', 'public', 'public'],
  ['private', '172.16.0.0', '172.31.255.255', 'public', 'public'],
  ['reserved', '192.0.0.0', '192.0.0.255', 'public', 'public'],
  ['documentation', '192.0.2.0', '192.0.2.255', 'public', 'public'],
  ['as112', '192.31.196.0', '192.31.196.255', 'public', 'public'],
  ['multicast_relay', '192.52.193.0', '192.52.193.255', 'public', 'public'],
  ['six_to_four', '192.88.99.0', '192.88.99.255', 'public', 'public'],
  ['private', '192.168.0.0', '192.168.255.255', 'public', 'public'],
  ['as112', '192.175.48.0', '192.175.48.255', 'public', 'public'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', 'public', 'public'],
  ['documentation', '198.51.100.0', '198.51.100.255', 'public', 'public'],
  ['documentation', '203.0.113.0', '203.0.113.255', 'public', 'public'],
  ['multicast', '224.0.0.0', '239.255.255.255', 'public', 'reserved'],
  ['reserved', '240.0.0.0', '255.255.255.254', 'multicast', 'broadcast'],
  ['broadcast', '255.255.255.255', '255.255.255.255', 'reserved', 'not_an_address'],

  ['unspecified', '::', '::', 'not_an_address', 'loopback'],
  ['loopback', '::1', '::1', 'unspecified', 'ipv4_compatible'],
  ['ipv4_compatible', '::2', '::ffff:ffff', 'loopback', 'reserved'],
  ['ipv4_mapped', '::ffff:0:0', '::ffff:ffff:ffff', 'reserved', 'reserved'],
  ['ipv4_translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff', 'reserved', 'reserved'],
  ['nat64_local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['discard', '100::', '100::1:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'public', 'reserved'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['multicast_relay', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['as112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['orchid', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved', 'drone_identifier'],
  ['drone_identifier', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff', 'orchid', 'reserved'],
  ['reserved', '2001:40::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'drone_identifier', 'public'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'public', 'public'],
  ['six_to_four', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public', 'public'],
  ['as112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', 'public', 'public'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'public', 'public'],
  ['segment_routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['unique_local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved', 'reserved'],
  ['link_local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved', 'site_local'],
  ['site_local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link_local', 'multicast'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site_local', 'not_an_address'],
];

describe('classifyAddress', () => {
  it.each(ranges)('knows %s from %s to %s and what lies beside it', (kind, first, last, before, after) => {
    expect({
      before: classifyAddress(neighbour(first, -1n)),
      first: classifyAddress(first),
      last: classifyAddress(last),
      after: classifyAddress(neighbour(last, 1n)),
    }).toEqual({ before, first: kind, last: kind, after });
  });

  it.each<[string, AddressKind, string]>([
    ['a resolver', 'public', '8.8.8.8'],
    ['the first public IPv4 address', 'public', '1.0.0.0'],
    ['the last public IPv4 address', 'public', '223.255.255.255'],
    ['a public IPv6 address', 'public', '2606:4700:4700::1111'],
    ['the last of 2000::/3', 'public', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['IPv6 outside 2000::/3, unassigned', 'reserved', '4000::1'],
    ['IPv6 outside 2000::/3, high', 'reserved', 'fe00::1'],
    ['the metadata service', 'link_local', '169.254.169.254'],
    ['the metadata service over IPv6', 'unique_local', 'fd00:ec2::254'],
    ['another cloud’s metadata service', 'carrier_grade_nat', '100.100.100.200'],
    ['IPv4-mapped loopback', 'ipv4_mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hexadecimal', 'ipv4_mapped', '::ffff:7f00:1'],
    ['IPv4-mapped loopback written out', 'ipv4_mapped', '0:0:0:0:0:ffff:7f00:0001'],
    ['IPv4-mapped public', 'ipv4_mapped', '::ffff:8.8.8.8'],
    ['IPv4-translated loopback', 'ipv4_translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of a public address', 'public', '64:ff9b::8.8.8.8'],
    ['NAT64 of loopback', 'nat64', '64:ff9b::127.0.0.1'],
    ['NAT64 of a private address in hexadecimal', 'nat64', '64:ff9b::a00:1'],
    ['NAT64 of the metadata service', 'nat64', '64:ff9b::a9fe:a9fe'],
    ['6to4 of a private address', 'six_to_four', '2002:a00:1::1'],
    ['6to4 of a public address', 'six_to_four', '2002:808:808::1'],
    ['Teredo', 'teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['a zone id', 'scoped', 'fe80::1%eth0'],
    ['a zone id on a public address', 'scoped', '2606:4700:4700::1111%1'],
    ['upper case', 'unique_local', 'FD00::1'],
  ])('%s is %s', (_name, kind, address) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it.each([
    ['empty', ''],
    ['a name', 'localhost'],
    ['brackets', '[::1]'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['one number', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['one octal number', '017700000001'],
    ['two parts', '127.1'],
    ['three parts', '127.0.1'],
    ['a leading zero', '127.0.0.01'],
    ['a port', '127.0.0.1:80'],
    ['a prefix length', '8.8.8.8/32'],
    ['a space', ' 8.8.8.8'],
    ['a part too many', '8.8.8.8.8'],
    ['a part too large', '8.8.8.256'],
    ['two gaps', '2606::1::1'],
  ])('takes %s for no address, hence not for a public one', (_name, text) => {
    expect(classifyAddress(text)).toBe('not_an_address');
  });
});

describe('classifyAddress, for any IPv4 address', () => {
  const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join('.'));

  it('never lets it pass as mapped, translated, compatible or 6to4', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const [high, low] = hexOf(address);
        for (const form of [`::ffff:${address}`, `::ffff:0:${address}`, `::${address}`, `2002:${high}:${low}::1`]) {
          expect(classifyAddress(form)).not.toBe('public');
        }
      }),
    );
  });

  it('lets it pass through NAT64 exactly when it may pass itself', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const isPublic = classifyAddress(address) === 'public';
        expect(classifyAddress(`64:ff9b::${address}`)).toBe(isPublic ? 'public' : 'nat64');
      }),
    );
  });
});

describe('policies', () => {
  it('publicAddressesOnly lets public addresses pass and names the kind of all others', () => {
    expect(publicAddressesOnly('8.8.8.8')).toBeNull();
    expect(publicAddressesOnly('10.1.2.3')).toBe('private');
    expect(publicAddressesOnly('gibberish')).toBe('not_an_address');
  });

  it('anyAddress lifts the address rules, and nothing else', () => {
    expect(anyAddress('10.1.2.3')).toBeNull();
    expect(anyAddress('::1')).toBeNull();
    expect(anyAddress('0x7f.1')).toBe('not_an_address');
  });

  it('every kind has a phrase for people', () => {
    expect(new Set(ranges.map(([kind]) => (kind === 'public' ? '' : phraseOf(kind)))).size).toBeGreaterThan(20);
    expect(phraseOf('private')).toBe('a private address');
  });
});

function hexOf(ipv4: string): [high: string, low: string] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

/** Returns the address `step` away, with its own arithmetic, so that the table does not depend on the tested code. */
function neighbour(address: string, step: bigint): string {
  const isV6 = address.includes(':');
  const value = isV6 ? ipv6ToNumber(address) : address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const next = value + step;
  if (next < 0n || next >= 1n << (isV6 ? 128n : 32n)) return '';
  return isV6
    ? Array.from({ length: 8 }, (_, i) => ((next >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':')
    : [24n, 16n, 8n, 0n].map((shift) => (next >> shift) & 255n).join('.');
}

function ipv6ToNumber(address: string): bigint {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return [...left, ...middle, ...right].reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

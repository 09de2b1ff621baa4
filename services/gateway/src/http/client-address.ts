// Decides which address is the client's, and how it is written: in counters, in the audit log, and beside the uses of a
// key.
import { BlockList, isIP } from 'node:net';

const MAPPED = '::ffff:';

/** True for a proxy whose word about the address before it is believed. */
export type IsTrustedProxy = (address: string) => boolean;

/** The addresses through which a request came. */
export interface Route {
  /** Undefined if the client has disconnected. */
  readonly peer: string | undefined;
  /** X-Forwarded-For, to whose end each proxy adds the address that it saw. */
  readonly forwardedFor: string | undefined;
}

/** Ranges are written `10.0.0.0/8`; an address is a range of its own. */
export function trustedProxies(ranges: readonly string[]): IsTrustedProxy {
  if (ranges.length === 0) return () => false;
  const trusted = new BlockList();
  for (const range of ranges) {
    const [base = '', prefix] = range.split('/');
    const family = familyOf(base) ?? 'ipv4';
    trusted.addSubnet(base, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && trusted.check(address, family);
  };
}

/** The nearest address that is no trusted proxy, since everything before it can be invented; the first if all are. */
export function clientAddress({ peer, forwardedFor }: Route, isTrusted: IsTrustedProxy): string {
  if (peer === undefined) return 'unknown';
  let client = peer;
  if (forwardedFor === undefined) return written(client);
  const before = forwardedFor
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (let next = before.pop(); next !== undefined && isTrusted(client); next = before.pop()) client = next;
  return written(client);
}

/** A socket that listens for IPv6 too shows an IPv4 address as `::ffff:192.0.2.1`. */
function written(address: string): string {
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

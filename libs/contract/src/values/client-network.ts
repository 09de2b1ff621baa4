// Decides which client addresses share one budget in limits: an IPv4 address alone, an IPv6 address with its whole /64.

import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Some proxies name the port of the client, too. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;
const MAPPED = [0, 0, 0, 0, 0, 0xff_ff];

/** A client gets at least a /64 from its provider, so its addresses in it are not counted one by one. */
export function clientNetwork(address: string): string {
  const host = WITH_PORT.exec(address)?.slice(1).join('') ?? address;
  const [withoutZone = ''] = host.split('%', 1);
  if (!isIPv6(withoutZone)) return host;
  const groups = groupsOf(withoutZone);
  if (MAPPED.every((group, index) => groups[index] === group)) {
    return groups.slice(MAPPED.length).flatMap(bytesOf).join('.');
  }
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** URL writes the address without IPv4 notation, and with at most one `::`. */
function groupsOf(address: string): number[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...head, ...Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}

// Decides which addresses of a client count as the same: those that one subscriber gets.

/** The address itself, or the first 64 bits of an IPv6 address: devices change the other half every day. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...last];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

// Decides how the address of a client is written: in the audit log, and beside the uses of a key.

const MAPPED = '::ffff:';

/** A socket that listens for IPv6 too shows an IPv4 address as `::ffff:192.0.2.1`. */
export function clientAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

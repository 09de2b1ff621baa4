// Decides what a host, as a person wrote it, means to a socket: an address, a DNS name, or neither.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

export type TargetHost =
  | { readonly kind: 'address'; readonly address: string; readonly family: 4 | 6 }
  /** `name` is sent to DNS unchanged; `servername` is the form for SNI and certificates. */
  | { readonly kind: 'name'; readonly name: string; readonly servername: string }
  | { readonly kind: 'invalid'; readonly message: string };

// Characters that end a host inside a URL or are ignored in one: domainToASCII would silently cut or drop them.
const NOT_IN_HOSTS = /[\s\p{Cc}/\\?#@:%[\]<>^|"{}`]/u;
const LABEL = /^[a-z0-9_-]{1,63}$/;

/**
 * Accepts `URL.hostname` and bare hosts. Numbers that inet_aton or a browser would read as IPv4 (`0x7f.1`,
 * `2130706433`, `017700000001`) become that address here, so that the policy sees the same address as a socket.
 */
export function readTargetHost(host: string): TargetHost {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const family = isIP(bare);
  if (family === 6) return { kind: 'address', address: bare, family };
  if (bare !== host) return invalid(host, 'is not an IPv6 address');
  if (family === 4) return { kind: 'address', address: host, family };
  if (host === '') return { kind: 'invalid', message: 'The host is empty' };
  if (NOT_IN_HOSTS.test(host)) return invalid(host, 'has characters that no host name has');
  const ascii = domainToASCII(host);
  if (isIP(ascii) === 4) return { kind: 'address', address: ascii, family: 4 };
  const servername = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  if (servername.length > 253 || !servername.split('.').every((part) => LABEL.test(part))) {
    return invalid(host, 'is not a valid host name');
  }
  return { kind: 'name', name: ascii, servername };
}

function invalid(host: string, why: string): TargetHost {
  const shown = host.length > 80 ? `${host.slice(0, 80)}…` : host;
  return { kind: 'invalid', message: `${JSON.stringify(shown)} ${why}` };
}

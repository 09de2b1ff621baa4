// Decides the result for a name from its IPv4 and IPv6 answers.

import { codeOf, type FailureReason } from '../failure.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type DnsFailureReason = Extract<
  FailureReason,
  'not_found' | 'no_address' | 'server_failure' | 'resolver_unreachable' | 'timeout'
>;

export interface DnsFailure {
  readonly ok: false;
  readonly reason: DnsFailureReason;
  readonly code: string | null;
}

export interface DnsAddresses {
  readonly ok: true;
  readonly addresses: readonly ResolvedAddress[];
  /** How long DNS allows to use them; 0 if that is unknown. */
  readonly ttlSeconds: number;
}

/** `isRemembered` is true for the answer to an earlier question. */
export type DnsAnswer = (DnsAddresses | DnsFailure) & { readonly isRemembered?: true };

export function readDnsError(error: unknown): DnsFailure {
  const code = codeOf(error);
  return { ok: false, reason: reasonFor(code), code };
}

function reasonFor(code: string | null): DnsFailureReason {
  switch (code) {
    case 'ENOTFOUND':
    case 'EBADNAME':
      return 'not_found';
    case 'ENODATA':
      return 'no_address';
    case 'ETIMEOUT':
      return 'timeout';
    case 'ECONNREFUSED':
    case 'EAI_AGAIN':
      return 'resolver_unreachable';
    default:
      return 'server_failure';
  }
}

// The most informative reason first: that one family has no records says less than a server failure for the other.
const TELLING: readonly DnsFailureReason[] = [
  'not_found',
  'resolver_unreachable',
  'server_failure',
  'timeout',
  'no_address',
];

export function combineAnswers(ipv4: DnsAnswer, ipv6: DnsAnswer): DnsAnswer {
  if (ipv4.ok && ipv6.ok) {
    const ttlSeconds = Math.min(ipv4.ttlSeconds, ipv6.ttlSeconds);
    return { ok: true, addresses: [...ipv4.addresses, ...ipv6.addresses], ttlSeconds };
  }
  if (ipv4.ok) return ipv4;
  if (ipv6.ok) return ipv6;
  return TELLING.indexOf(ipv6.reason) < TELLING.indexOf(ipv4.reason) ? ipv6 : ipv4;
}

/** One sentence without the full stop. */
export function dnsSentence(failure: DnsFailure, name: string): string {
  switch (failure.reason) {
    case 'not_found':
      return `The name ${name} does not exist in DNS`;
    case 'no_address':
      return `The name ${name} has no address in DNS`;
    case 'server_failure':
      return `DNS failed to answer for ${name}${failure.code === null ? '' : ` (${failure.code})`}`;
    case 'resolver_unreachable':
      return `No DNS server could be reached to look up ${name}`;
    case 'timeout':
      return `DNS did not answer for ${name} in time`;
  }
}

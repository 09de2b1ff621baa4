// Decides which host a custom domain stands for, and which hosts no page may take.

import { domainToASCII } from 'node:url';

/** The name as a Host header spells it: ASCII, lower case, without the dot of the root. */
export function hostOfDomain(domain: string): string {
  return domainToASCII(domain).replace(/\.$/, '');
}

/** What a page says of a custom domain until DNS has been asked. */
export interface HostClaim {
  /** The custom domain as a Host header spells it. */
  readonly host: string | null;
  /** Whether the page is served on it. */
  readonly hostVerified: boolean;
  readonly hostMissingSince: Date | null;
  /** When DNS is asked for its proof. */
  readonly hostDueAt: Date | null;
}

/** A domain that was just set is proven by nothing yet, and looked up at once. */
export function newHostClaim(domain: string | null, now: Date): HostClaim {
  const host = domain === null ? null : hostOfDomain(domain);
  return { host, hostVerified: false, hostMissingSince: null, hostDueAt: host === null ? null : now };
}

/** The host that was asked for, without its port; undefined when the header holds none. */
export function hostOfHeader(header: string | undefined): string | undefined {
  const name = header?.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  return name === '' ? undefined : name;
}

/** All pages are reached on the public host: whoever took it would take them all. */
export function domainRefusal(domain: string, publicHost: string): string | undefined {
  return hostOfDomain(domain) === publicHost ? 'customDomain must be a host name of your own' : undefined;
}

// Decides which host a custom domain stands for, and which hosts no page may take.

import { domainToASCII } from 'node:url';

/** The domain as a Host header spells it: ASCII, lower case, without the trailing dot of the root. */
export function hostOfDomain(domain: string): string {
  return domainToASCII(domain).replace(/\.$/, '');
}

/** The state of a custom domain before the first DNS lookup. */
export interface HostClaim {
  /** The custom domain as a Host header spells it. */
  readonly host: string | null;
  /** True if the page is served on this host. */
  readonly hostVerified: boolean;
  readonly hostMissingSince: Date | null;
  /** When the DNS proof is looked up next. */
  readonly hostDueAt: Date | null;
}

/** A new domain is unproven, and its lookup is due at once. */
export function newHostClaim(domain: string | null, now: Date): HostClaim {
  const host = domain === null ? null : hostOfDomain(domain);
  return { host, hostVerified: false, hostMissingSince: null, hostDueAt: host === null ? null : now };
}

/** The requested host without its port; undefined when the header contains no host. */
export function hostOfHeader(header: string | undefined): string | undefined {
  const name = header?.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  return name === '' ? undefined : name;
}

/** All pages are served on the public host, so a page that claimed this host would take over every page. */
export function domainRefusal(domain: string, publicHost: string): string | undefined {
  return hostOfDomain(domain) === publicHost ? 'customDomain must be a host name of your own' : undefined;
}

// Decides which part of a host name is the registered domain, by the public suffix list.

import { getDomain } from 'tldts';

/** Expects `host` in ASCII form. Null without a registered domain: a suffix itself, a single label, an address. */
export function registrableDomain(host: string): string | null {
  // The owner of a private suffix such as github.io has registered it, so the suffix itself is the domain.
  return getDomain(host, { allowPrivateDomains: false, validateHostname: false });
}

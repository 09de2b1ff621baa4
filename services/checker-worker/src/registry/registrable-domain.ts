// Decides which part of a host name somebody has registered, by the public suffix list.

import { getDomain } from 'tldts';

/** `host` is in its ASCII form. Null where nothing was: a suffix itself, a single label, an address. */
export function registrableDomain(host: string): string | null {
  // Suffixes such as github.io are rented out by their owner, who is the one registered.
  return getDomain(host, { allowPrivateDomains: false, validateHostname: false });
}

// Decides how long the addresses of a name, or their absence, may be used again without asking DNS.

import type { DnsAnswer } from './dns-answer.ts';

const LONGEST_SECONDS = 60;
/** A name that is missing may be created at any moment. */
const MISSING_SECONDS = 5;
/** A longer answer is hardly honest, and many of them would fill the memory. */
const MOST_ADDRESSES = 32;

/** 0: ask again each time. That a server failed or was silent says nothing about the name. */
export function lifetimeMs(answer: DnsAnswer): number {
  return 1_000 * lifetimeSeconds(answer);
}

function lifetimeSeconds(answer: DnsAnswer): number {
  if (answer.ok) return answer.addresses.length > MOST_ADDRESSES ? 0 : Math.min(answer.ttlSeconds, LONGEST_SECONDS);
  return answer.reason === 'not_found' || answer.reason === 'no_address' ? MISSING_SECONDS : 0;
}

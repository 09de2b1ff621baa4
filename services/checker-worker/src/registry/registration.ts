// Decides how long a registry's answer may be used, and whether the registration has expired.

import type { DomainRegistration } from '@vedette/contract';
import { spanInWords } from '../time-words.ts';

const DAY_MS = 86_400_000;
const STAND_IN_MS = 7 * DAY_MS;

/** True while the answer is recent enough that the registry need not be asked again. */
export function isFresh({ checkedAt }: Pick<DomainRegistration, 'checkedAt'>, now: Date, intervalMs: number): boolean {
  return now.getTime() - Date.parse(checkedAt) < intervalMs;
}

/** The last good answer replaces that of a silent registry, for a limited time and only for the same domain. */
export function standsIn(known: DomainRegistration | null, domain: string, now: Date): known is DomainRegistration {
  return known?.domain === domain && now.getTime() - Date.parse(known.checkedAt) <= STAND_IN_MS;
}

export function registrationFault({ domain, expiresAt }: DomainRegistration, now: Date): string | null {
  const sinceMs = now.getTime() - Date.parse(expiresAt);
  return sinceMs < 0 ? null : `Registration of ${domain} expired ${spanInWords(sinceMs)} ago`;
}

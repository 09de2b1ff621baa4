// Decides how long what a registry has said may be used, and what it says about today.

import type { DomainRegistration } from '@vedette/contract';
import { spanInWords } from '../time-words.ts';

const DAY_MS = 86_400_000;
const STAND_IN_MS = 7 * DAY_MS;

/** Recent enough that the registry need not be asked again. */
export function isFresh({ checkedAt }: Pick<DomainRegistration, 'checkedAt'>, now: Date, intervalMs: number): boolean {
  return now.getTime() - Date.parse(checkedAt) < intervalMs;
}

/** The last good answer stands in for a registry that does not answer, but not for ever and for no other domain. */
export function standsIn(known: DomainRegistration | null, domain: string, now: Date): known is DomainRegistration {
  return known?.domain === domain && now.getTime() - Date.parse(known.checkedAt) <= STAND_IN_MS;
}

export function registrationFault({ domain, expiresAt }: DomainRegistration, now: Date): string | null {
  const sinceMs = now.getTime() - Date.parse(expiresAt);
  return sinceMs < 0 ? null : `Registration of ${domain} expired ${spanInWords(sinceMs)} ago`;
}

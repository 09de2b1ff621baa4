// Decides whether somebody is told that a certificate or a registration expires soon: once for each date.

import { isExpiring, type StateRule } from './monitor-state.ts';

export interface ExpiryNews {
  readonly type: 'monitor.certificate_expiring' | 'monitor.domain_expiring';
  readonly expiresAt: Date;
}

/** `told` are the dates that were told before. What has expired is an outage, and no news of this kind. */
export function expiryToTell(
  rule: StateRule,
  expiresAt: Date | null,
  told: readonly Date[],
  now: Date,
): ExpiryNews | undefined {
  if (expiresAt === null || expiresAt <= now || !isExpiring(rule, expiresAt, now)) return undefined;
  if (told.some((date) => date.getTime() === expiresAt.getTime())) return undefined;
  return { type: rule.type === 'DOMAIN' ? 'monitor.domain_expiring' : 'monitor.certificate_expiring', expiresAt };
}

/** Dates that have passed need not be remembered: they are never told again. */
export function toldAfter(told: readonly Date[], news: ExpiryNews | undefined, now: Date): readonly Date[] {
  return news === undefined ? told : [...told.filter((date) => date > now), news.expiresAt];
}

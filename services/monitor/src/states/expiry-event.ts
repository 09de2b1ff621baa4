// Decides whether an event announces that a certificate or a registration expires soon: once for each expiry date.

import { isExpiring, type StateRule } from './monitor-state.ts';

export interface ExpiryEvent {
  readonly type: 'monitor.certificate_expiring' | 'monitor.domain_expiring';
  readonly expiresAt: Date;
}

/** `told` holds the dates that were announced before. A date in the past is an outage and is not announced here. */
export function expiryToTell(
  rule: StateRule,
  expiresAt: Date | null,
  told: readonly Date[],
  now: Date,
): ExpiryEvent | undefined {
  if (expiresAt === null || expiresAt <= now || !isExpiring(rule, expiresAt, now)) return undefined;
  if (told.some((date) => date.getTime() === expiresAt.getTime())) return undefined;
  return { type: rule.type === 'DOMAIN' ? 'monitor.domain_expiring' : 'monitor.certificate_expiring', expiresAt };
}

/** Dates in the past are dropped, because they are never announced again. */
export function toldAfter(told: readonly Date[], event: ExpiryEvent | undefined, now: Date): readonly Date[] {
  return event === undefined ? told : [...told.filter((date) => date > now), event.expiresAt];
}

import { describe, expect, it } from '@jest/globals';
import { expiryToTell, toldAfter } from './expiry-event.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const inDays = (days: number, ms = 0): Date => new Date(NOW.getTime() + days * 86_400_000 + ms);
const rule = {
  type: 'HTTP',
  degradedThresholdMs: null,
  degradedThresholdMode: 'LAST',
  degradedSamples: 3,
  sslExpiryThresholdDays: 2,
} as const;

describe('that something expires soon', () => {
  it.each([
    { name: 'is not announced further away than the threshold', expiresAt: inDays(2, 1), told: [], isAnnounced: false },
    { name: 'is announced at the threshold', expiresAt: inDays(2), told: [], isAnnounced: true },
    { name: 'is announced once', expiresAt: inDays(1), told: [inDays(1)], isAnnounced: false },
    { name: 'is announced again for another date', expiresAt: inDays(1), told: [inDays(1, 1)], isAnnounced: true },
    {
      name: 'is announced once for each of two that take turns',
      expiresAt: inDays(1),
      told: [inDays(1), inDays(2)],
      isAnnounced: false,
    },
    { name: 'is not announced once it has expired', expiresAt: NOW, told: [], isAnnounced: false },
    { name: 'is not announced when nothing is known', expiresAt: null, told: [], isAnnounced: false },
  ])('$name', ({ expiresAt, told, isAnnounced }) => {
    expect(expiryToTell(rule, expiresAt, told, NOW)).toEqual(
      isAnnounced ? { type: 'monitor.certificate_expiring', expiresAt } : undefined,
    );
  });

  it('is told of a domain by an event of its own', () => {
    expect(expiryToTell({ ...rule, type: 'DOMAIN' }, inDays(1), [], NOW)?.type).toBe('monitor.domain_expiring');
  });

  it('is remembered until the date has passed', () => {
    const event = expiryToTell(rule, inDays(1), [], NOW);
    expect(toldAfter([inDays(-1), inDays(2)], event, NOW)).toEqual([inDays(2), inDays(1)]);
    expect(toldAfter([inDays(-1)], undefined, NOW)).toEqual([inDays(-1)]);
  });
});

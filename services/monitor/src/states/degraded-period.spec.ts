import { describe, expect, it } from '@jest/globals';
import type { MonitorState } from '@vedette/contract';
import { periodAfter, periodEnded, type DegradedPeriod, type PeriodEnd } from './degraded-period.ts';
import type { Finding, Judgement, StateRule } from './monitor-state.ts';

const since = new Date('2026-11-15T10:00:00.000Z');
const at = new Date('2026-11-15T10:07:00.000Z');

const rule: StateRule = {
  type: 'HTTP',
  degradedThresholdMs: 500,
  degradedThresholdMode: 'LAST',
  degradedSamples: 3,
  sslExpiryThresholdDays: 2,
};
const finding: Finding = { error: null, samples: [600, 700, 801], certExpiresAt: null, registration: null };

const up: Judgement = { state: 'UP' };
const slow: Judgement = { state: 'DEGRADED', because: 'slow' };
const down: Judgement = { state: 'DOWN', cause: 'got 503' };

const ended = (because: PeriodEnd): DegradedPeriod => ({
  startedAt: since.toISOString(),
  cause: null,
  ended: { at: at.toISOString(), because },
});

describe('a period of being DEGRADED', () => {
  it.each<{ name: string; before: MonitorState; judgement: Judgement; is: DegradedPeriod | undefined }>([
    { name: 'ends when the monitor is UP', before: 'DEGRADED', judgement: up, is: ended('RECOVERED') },
    { name: 'ends when the monitor is DOWN', before: 'DEGRADED', judgement: down, is: ended('DOWN') },
    { name: 'goes on', before: 'DEGRADED', judgement: slow, is: undefined },
    { name: 'is not there before', before: 'UP', judgement: down, is: undefined },
    { name: 'is not there at all', before: 'PENDING', judgement: up, is: undefined },
    ...(['UP', 'DOWN', 'PENDING'] as const).map((before) => ({
      name: `begins after ${before}`,
      before,
      judgement: slow,
      is: {
        startedAt: at.toISOString(),
        cause: 'The last 3 checks were all above 500 ms; the last one took 801 ms',
        ended: null,
      },
    })),
  ])('$name', ({ before, judgement, is }) => {
    expect(periodAfter({ state: before, since }, judgement, at, rule, finding)).toEqual(is);
  });

  it.each([
    { state: 'DEGRADED' as const, is: ended('PAUSED') },
    { state: 'UP' as const, is: undefined },
    { state: 'DOWN' as const, is: undefined },
  ])('ends by hand in $state', ({ state, is }) => {
    expect(periodEnded({ state, since }, at, 'PAUSED')).toEqual(is);
  });
});

describe('the cause of a period', () => {
  const expiring: Judgement = { state: 'DEGRADED', because: 'expiring' };
  it.each<{ name: string; judgement?: Judgement; rule?: Partial<StateRule>; finding?: Partial<Finding>; is: string }>([
    {
      name: 'one slow check',
      rule: { degradedSamples: 1 },
      is: 'A check took 801 ms, which is above 500 ms',
    },
    {
      name: 'a percentile',
      rule: { degradedThresholdMode: 'P95', degradedSamples: 20 },
      is: 'The 95th percentile of the last 20 checks is above 500 ms',
    },
    {
      name: 'a certificate',
      judgement: expiring,
      finding: { certExpiresAt: new Date('2026-11-16T09:00:00.000Z') },
      is: 'The certificate expires on 2026-11-16',
    },
    {
      name: 'a registration',
      judgement: expiring,
      finding: { registration: { domain: 'shop.example', expiresAt: new Date('2026-11-16T09:00:00.000Z') } },
      is: 'The registration of shop.example expires on 2026-11-16',
    },
  ])('$name', ({ judgement = slow, is, ...change }) => {
    const before = { state: 'UP', since } as const;
    const period = periodAfter(before, judgement, at, { ...rule, ...change.rule }, { ...finding, ...change.finding });
    expect(period?.cause).toBe(is);
  });
});

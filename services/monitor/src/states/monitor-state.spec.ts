import { describe, expect, it } from '@jest/globals';
import type { MonitorType } from '@vedette/contract';
import { isExpiring, judge, samplesAfter, type Finding, type Judgement, type StateRule } from './monitor-state.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const inDays = (days: number, ms = 0): Date => new Date(NOW.getTime() + days * 86_400_000 + ms);

const rule: StateRule = {
  type: 'HTTP',
  degradedThresholdMs: 500,
  degradedThresholdMode: 'LAST',
  degradedSamples: 3,
  sslExpiryThresholdDays: 2,
};
const fine: Finding = { error: null, samples: [], certExpiresAt: null, registration: null };

const UP: Judgement = { state: 'UP' };
const SLOW: Judgement = { state: 'DEGRADED', because: 'slow' };
const EXPIRING: Judgement = { state: 'DEGRADED', because: 'expiring' };
const down = (cause: string): Judgement => ({ state: 'DOWN', cause });

interface Row {
  readonly name: string;
  readonly rule?: Partial<StateRule>;
  readonly finding?: Partial<Finding>;
  readonly judgement: Judgement;
}

const register = (expiresAt: Date): Finding['registration'] => ({ domain: 'example.com', expiresAt });

describe('the state after a check', () => {
  it.each<Row>([
    { name: 'fails', finding: { error: 'got 503' }, judgement: down('got 503') },
    { name: 'fails, however fast', finding: { error: 'no', samples: [1, 1, 1] }, judgement: down('no') },
    { name: 'first success', finding: { samples: [10] }, judgement: UP },
    { name: 'success without a latency', judgement: UP },
  ])('$name', (row) => {
    expect(judged(row)).toEqual(row.judgement);
  });

  describe('LAST', () => {
    it.each<Row>([
      { name: 'all below the threshold', finding: { samples: [499, 499, 499] }, judgement: UP },
      { name: 'all at the threshold', finding: { samples: [500, 500, 500] }, judgement: UP },
      { name: 'all above the threshold', finding: { samples: [501, 501, 501] }, judgement: SLOW },
      { name: 'one at the threshold among slow ones', finding: { samples: [501, 500, 501] }, judgement: UP },
      { name: 'too few samples, all slow', finding: { samples: [900, 900] }, judgement: UP },
      { name: 'older samples do not matter', finding: { samples: [1, 900, 900, 900] }, judgement: SLOW },
      { name: 'flapping is not slow', finding: { samples: [900, 1, 900] }, judgement: UP },
      { name: 'one sample is enough', rule: { degradedSamples: 1 }, finding: { samples: [501] }, judgement: SLOW },
      {
        name: 'no threshold',
        rule: { degradedThresholdMs: null },
        finding: { samples: [9e4, 9e4, 9e4] },
        judgement: UP,
      },
    ])('$name', (row) => {
      expect(judged(row)).toEqual(row.judgement);
    });
  });

  describe('P95, by nearest rank', () => {
    const mode = { degradedThresholdMode: 'P95' } as const;
    const fast = (count: number): number[] => Array.from({ length: count }, () => 10);
    const twenty = { ...mode, degradedSamples: 20 };
    it.each<Row>([
      {
        name: 'of 1: the sample itself',
        rule: { ...mode, degradedSamples: 1 },
        finding: { samples: [501] },
        judgement: SLOW,
      },
      { name: 'of 3: the slowest', rule: mode, finding: { samples: [501, 10, 10] }, judgement: SLOW },
      { name: 'of 3: the slowest, at the threshold', rule: mode, finding: { samples: [500, 10, 10] }, judgement: UP },
      { name: 'of 20: the 19th, one slow', rule: twenty, finding: { samples: [...fast(19), 900] }, judgement: UP },
      {
        name: 'of 20: the 19th, two slow',
        rule: twenty,
        finding: { samples: [900, ...fast(18), 900] },
        judgement: SLOW,
      },
      {
        name: 'of 100: the 95th, five slow',
        rule: { ...mode, degradedSamples: 100 },
        finding: { samples: [...fast(95), 900, 900, 900, 900, 900] },
        judgement: UP,
      },
      {
        name: 'of 100: the 95th, six slow',
        rule: { ...mode, degradedSamples: 100 },
        finding: { samples: [...fast(94), 900, 900, 900, 900, 900, 900] },
        judgement: SLOW,
      },
      {
        name: 'too few samples',
        rule: twenty,
        finding: { samples: Array.from({ length: 19 }, () => 900) },
        judgement: UP,
      },
      { name: 'empty history', rule: mode, judgement: UP },
    ])('$name', (row) => {
      expect(judged(row)).toEqual(row.judgement);
    });
  });

  describe('certificates', () => {
    it.each<Row>([
      {
        name: 'SSL, further than the threshold',
        rule: { type: 'SSL' },
        finding: { certExpiresAt: inDays(2, 1) },
        judgement: UP,
      },
      {
        name: 'SSL, at the threshold',
        rule: { type: 'SSL' },
        finding: { certExpiresAt: inDays(2) },
        judgement: EXPIRING,
      },
      { name: 'SSL, nearer', rule: { type: 'SSL' }, finding: { certExpiresAt: inDays(2, -1) }, judgement: EXPIRING },
      {
        name: 'SSL, soon to expire comes before slow',
        rule: { type: 'SSL' },
        finding: { certExpiresAt: inDays(1), samples: [900, 900, 900] },
        judgement: EXPIRING,
      },
      {
        name: 'SSL can be slow',
        rule: { type: 'SSL' },
        finding: { certExpiresAt: inDays(9), samples: [900, 900, 900] },
        judgement: SLOW,
      },
      { name: 'HTTP stays UP', finding: { certExpiresAt: inDays(1) }, judgement: UP },
      { name: 'KEYWORD stays UP', rule: { type: 'KEYWORD' }, finding: { certExpiresAt: inDays(1) }, judgement: UP },
    ])('$name', (row) => {
      expect(judged(row)).toEqual(row.judgement);
    });
  });

  describe('registrations', () => {
    it.each<Row>([
      { name: 'further than the threshold', finding: { registration: register(inDays(2, 1)) }, judgement: UP },
      { name: 'at the threshold', finding: { registration: register(inDays(2)) }, judgement: EXPIRING },
      { name: 'in a moment', finding: { registration: register(inDays(0, 1)) }, judgement: EXPIRING },
      {
        name: 'this very moment',
        finding: { registration: register(NOW) },
        judgement: down('The registration of example.com expired on 2026-03-01'),
      },
      {
        name: 'expired',
        finding: { registration: register(inDays(-40)) },
        judgement: down('The registration of example.com expired on 2026-01-20'),
      },
      { name: 'unknown is never UP', judgement: down('The registry did not say when the domain expires') },
      { name: 'never slow', finding: { registration: register(inDays(9)), samples: [9e4, 9e4, 9e4] }, judgement: UP },
    ])('$name', (row) => {
      expect(judged({ ...row, rule: { type: 'DOMAIN' } })).toEqual(row.judgement);
    });
  });

  it.each<MonitorType>(['HTTP', 'KEYWORD', 'PING', 'PORT', 'DNS', 'SSL'])('%s can be slow', (type) => {
    expect(judged({ rule: { type }, finding: { samples: [900, 900, 900] } })).toEqual(SLOW);
  });

  it('a cron job is never slow', () => {
    expect(judged({ rule: { type: 'CRON' }, finding: { samples: [900, 900, 900] } })).toEqual(UP);
  });
});

function judged({ rule: change, finding }: Omit<Row, 'name' | 'judgement'>): Judgement {
  return judge({ ...rule, ...change }, { ...fine, ...finding }, NOW);
}

it('nothing known does not expire', () => {
  expect(isExpiring(rule, null, NOW)).toBe(false);
});

describe('the latencies that decide', () => {
  it.each([
    { name: 'begin with the first', samples: [], responseMs: 7, after: [7] },
    { name: 'are at most as many as the rule looks at', samples: [1, 2, 3], responseMs: 7, after: [2, 3, 7] },
    { name: 'stay as they are after a check without one', samples: [1, 2], responseMs: null, after: [1, 2] },
  ])('$name', ({ samples, responseMs, after }) => {
    expect(samplesAfter(rule, samples, responseMs)).toEqual(after);
  });
});

import { describe, expect, it } from '@jest/globals';
import { lifetimeMs } from './answer-lifetime.ts';
import type { DnsAnswer, DnsFailureReason } from './dns-answer.ts';

const found = (ttlSeconds: number, count = 1): DnsAnswer => ({
  ok: true,
  addresses: Array.from({ length: count }, (_, i) => ({ address: `192.0.2.${i}`, family: 4 as const })),
  ttlSeconds,
});
const failed = (reason: DnsFailureReason): DnsAnswer => ({ ok: false, reason, code: null });

describe('lifetimeMs', () => {
  it.each<[string, DnsAnswer, number]>([
    ['as long as DNS allows', found(30), 30_000],
    ['a minute at the most', found(86_400), 60_000],
    ['exactly a minute', found(60), 60_000],
    ['not at all when DNS says so', found(0), 0],
    ['an answer of many addresses', found(60, 32), 60_000],
    ['not an answer of too many addresses', found(60, 33), 0],
    ['a name that does not exist', failed('not_found'), 5_000],
    ['a name without addresses', failed('no_address'), 5_000],
    ['not the failure of a server', failed('server_failure'), 0],
    ['not a silence', failed('timeout'), 0],
    ['not an unreachable server', failed('resolver_unreachable'), 0],
  ])('%s', (_name, answer, expected) => {
    expect(lifetimeMs(answer)).toBe(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import { combineAnswers, dnsSentence, readDnsError, type DnsAnswer, type DnsFailureReason } from './dns-answer.ts';

const ipv4: DnsAnswer = { ok: true, addresses: [{ address: '192.0.2.1', family: 4 }], ttlSeconds: 30 };
const ipv6: DnsAnswer = { ok: true, addresses: [{ address: '2001:db8::1', family: 6 }], ttlSeconds: 20 };
const failed = (reason: DnsFailureReason): DnsAnswer => ({ ok: false, reason, code: null });

describe('combineAnswers', () => {
  it.each<[string, DnsAnswer, DnsAnswer, string[], number]>([
    ['both families, while both live', ipv4, ipv6, ['192.0.2.1', '2001:db8::1'], 20],
    ['IPv4 alone', ipv4, failed('no_address'), ['192.0.2.1'], 30],
    ['IPv6 alone', failed('no_address'), ipv6, ['2001:db8::1'], 20],
    ['IPv4 while IPv6 is broken', ipv4, failed('server_failure'), ['192.0.2.1'], 30],
    ['IPv6 while IPv4 times out', failed('timeout'), ipv6, ['2001:db8::1'], 20],
  ])('takes %s', (_name, first, second, addresses, ttlSeconds) => {
    expect(combineAnswers(first, second)).toMatchObject({
      addresses: addresses.map((address) => ({ address })),
      ttlSeconds,
    });
  });

  it.each<[DnsFailureReason, DnsFailureReason, DnsFailureReason]>([
    ['no_address', 'no_address', 'no_address'],
    ['not_found', 'not_found', 'not_found'],
    ['no_address', 'server_failure', 'server_failure'],
    ['timeout', 'no_address', 'timeout'],
    ['server_failure', 'timeout', 'server_failure'],
    ['timeout', 'not_found', 'not_found'],
    ['resolver_unreachable', 'timeout', 'resolver_unreachable'],
  ])('says of %s and %s the more telling: %s', (first, second, reason) => {
    expect(combineAnswers(failed(first), failed(second))).toMatchObject({ ok: false, reason });
  });
});

describe('readDnsError', () => {
  it.each<[string, DnsFailureReason]>([
    ['ENOTFOUND', 'not_found'],
    ['EBADNAME', 'not_found'],
    ['ENODATA', 'no_address'],
    ['ESERVFAIL', 'server_failure'],
    ['EREFUSED', 'server_failure'],
    ['EBADRESP', 'server_failure'],
    ['EFORMERR', 'server_failure'],
    ['ETIMEOUT', 'timeout'],
    ['ECONNREFUSED', 'resolver_unreachable'],
    ['EAI_AGAIN', 'resolver_unreachable'],
  ])('reads %s as %s', (code, reason) => {
    expect(readDnsError({ code })).toEqual({ ok: false, reason, code });
  });
});

it.each<[DnsFailureReason, string]>([
  ['not_found', 'The name a.example does not exist in DNS'],
  ['no_address', 'The name a.example has no address in DNS'],
  ['server_failure', 'DNS failed to answer for a.example (ESERVFAIL)'],
  ['resolver_unreachable', 'No DNS server could be reached to look up a.example'],
  ['timeout', 'DNS did not answer for a.example in time'],
])('dnsSentence says %s in words', (reason, sentence) => {
  expect(dnsSentence({ ok: false, reason, code: 'ESERVFAIL' }, 'a.example')).toBe(sentence);
});

import { describe, expect, it } from '@jest/globals';
import { dnsAnswerFault, normalRecord, type DnsRecordType } from './dns-answer.ts';

describe('normalRecord', () => {
  it.each<[DnsRecordType, string, string]>([
    ['A', ' 203.0.113.7 ', '203.0.113.7'],
    ['AAAA', '2001:0DB8:0:0::1', '2001:db8::1'],
    ['AAAA', 'no address', 'no address'],
    ['CNAME', 'WWW.Example.com.', 'www.example.com'],
    ['NS', 'ns1.example.com', 'ns1.example.com'],
    ['MX', '010 Mail.Example.com.', '10 mail.example.com'],
    ['MX', '0 .', '0 .'],
    ['MX', 'mail.example.com.', 'mail.example.com'],
    ['TXT', 'v=spf1 Include:X -all', 'v=spf1 Include:X -all'],
  ])('%s %s', (type, record, normal) => {
    expect(normalRecord(type, record)).toBe(normal);
  });
});

describe('an expected answer', () => {
  const fault = (type: DnsRecordType, expected: string, answer: string[]): string | null =>
    dnsAnswerFault({ type, name: 'example.com', expected, baseline: null }, answer);

  it.each<[string, DnsRecordType, string, string[]]>([
    ['one address', 'A', '203.0.113.7', ['203.0.113.7']],
    ['another order', 'A', '203.0.113.8,203.0.113.7', ['203.0.113.7', '203.0.113.8']],
    ['spaces, doubles and empty items', 'A', ' 203.0.113.7 ,, 203.0.113.7', ['203.0.113.7']],
    ['another spelling of IPv6', 'AAAA', '2001:DB8:0::1', ['2001:db8::1']],
    ['another case and a root dot', 'CNAME', 'WWW.Example.com.', ['www.example.com']],
    ['name servers in another order', 'NS', 'ns2.example.com, ns1.example.com', ['ns1.example.com', 'ns2.example.com']],
    ['MX with priorities', 'MX', '20 b.example, 10 A.example', ['10 a.example', '20 b.example']],
    ['MX without priorities', 'MX', 'b.example, a.example', ['10 a.example', '20 b.example']],
    ['text in another case', 'TXT', 'V=SPF1 -ALL', ['v=spf1 -all']],
    ['text in quotes', 'TXT', '"v=spf1 -all"', ['v=spf1 -all']],
    ['text that has commas itself', 'TXT', 'rua=mailto:a@x,mailto:b@x', ['rua=mailto:a@x,mailto:b@x']],
    ['several texts in another order', 'TXT', 'two, one', ['one', 'two']],
  ])('is recognised: %s', (_name, type, expected, answer) => {
    expect(fault(type, expected, answer)).toBeNull();
  });

  it.each<[string, DnsRecordType, string, string[], string]>([
    ['another address', 'A', '203.0.113.7', ['203.0.113.9'], 'Expected A 203.0.113.7 for example.com, got 203.0.113.9'],
    [
      'one more',
      'A',
      '203.0.113.7',
      ['203.0.113.7', '203.0.113.9'],
      'Expected A 203.0.113.7 for example.com, got 203.0.113.7, 203.0.113.9',
    ],
    [
      'one less',
      'A',
      '203.0.113.7,203.0.113.9',
      ['203.0.113.7'],
      'Expected A 203.0.113.7, 203.0.113.9 for example.com, got 203.0.113.7',
    ],
    [
      'another priority',
      'MX',
      '10 a.example',
      ['20 a.example'],
      'Expected MX 10 a.example for example.com, got 20 a.example',
    ],
    [
      'many others',
      'NS',
      'ns.example',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      'Expected NS ns.example for example.com, got a, b, c, d, e and 2 more',
    ],
  ])('is told from %s', (_name, type, expected, answer, sentence) => {
    expect(fault(type, expected, answer)).toBe(sentence);
  });

  it('outranks what is known', () => {
    const target = { type: 'A', name: 'example.com', expected: '203.0.113.7', baseline: ['203.0.113.1'] } as const;
    expect(dnsAnswerFault({ ...target, baseline: ['203.0.113.1'] }, ['203.0.113.7'])).toBeNull();
  });
});

describe('a known answer', () => {
  const fault = (type: DnsRecordType, baseline: string[] | null, answer: string[], expected: string | null = null) =>
    dnsAnswerFault({ type, name: 'example.com', expected, baseline }, answer);

  it.each<[string, DnsRecordType, string[] | null, string[]]>([
    ['nothing known yet', 'A', null, ['203.0.113.7']],
    ['nothing known but an empty list', 'MX', [], ['10 a.example']],
    ['the same address', 'A', ['203.0.113.7'], ['203.0.113.7']],
    ['one known address of a pool', 'A', ['203.0.113.7', '203.0.113.8'], ['203.0.113.8', '203.0.113.9']],
    ['fewer addresses', 'AAAA', ['2001:db8::1', '2001:db8::2'], ['2001:db8::2']],
    ['the same set', 'NS', ['a.example', 'b.example'], ['b.example', 'a.example']],
  ])('is no change: %s', (_name, type, baseline, answer) => {
    expect(fault(type, baseline, answer)).toBeNull();
  });

  it.each<[string, DnsRecordType, string[], string[], string]>([
    [
      'no known address',
      'A',
      ['203.0.113.7'],
      ['203.0.113.9'],
      'The A records of example.com changed to 203.0.113.9 from 203.0.113.7',
    ],
    [
      'no known IPv6 address',
      'AAAA',
      ['2001:db8::1'],
      ['2001:db8::2'],
      'The AAAA records of example.com changed to 2001:db8::2 from 2001:db8::1',
    ],
    [
      'one more name server',
      'NS',
      ['a.example'],
      ['a.example', 'b.example'],
      'The NS records of example.com changed to a.example, b.example from a.example',
    ],
    [
      'one less',
      'MX',
      ['10 a.example', '20 b.example'],
      ['10 a.example'],
      'The MX records of example.com changed to 10 a.example from 10 a.example, 20 b.example',
    ],
    ['text in another case', 'TXT', ['Key=A'], ['key=a'], 'The TXT records of example.com changed to key=a from Key=A'],
  ])('is changed by %s', (_name, type, baseline, answer, sentence) => {
    expect(fault(type, baseline, answer)).toBe(sentence);
  });

  it('is held against when what is expected names nothing', () => {
    expect(fault('A', ['203.0.113.7'], ['203.0.113.9'], ' , ')).not.toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dnsTarget, impatient } from './support/targets.ts';
import type { DnsReply } from '@vedette/test-kit/dns-server';
import { World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

describe('DNS', () => {
  it.each<['A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS', string[], string[]]>([
    ['A', ['203.0.113.8', '203.0.113.7'], ['203.0.113.7', '203.0.113.8']],
    ['AAAA', ['2001:db8:0:0::1'], ['2001:db8::1']],
    ['CNAME', ['WWW.other.example'], ['www.other.example']],
    ['MX', ['20 b.example', '10 A.example'], ['10 a.example', '20 b.example']],
    ['TXT', ['v=spf1 -all', 'Second'], ['Second', 'v=spf1 -all']],
    ['NS', ['ns2.example', 'ns1.example'], ['ns1.example', 'ns2.example']],
  ])('asks for %s records and tells them sorted and normalised', async (type, records, answer) => {
    world.dns.set('a.example', type, records);
    expect(await world.probe(dnsTarget('https://a.example/path', type))).toMatchObject({
      ok: true,
      responseMs: expect.any(Number),
      observation: { dnsAnswer: answer },
    });
    expect(world.dns.questions).toEqual([`${type} a.example`]);
  });

  it('joins the parts of a long text, and fetches over TCP what is too large', async () => {
    const text = 'k='.padEnd(600, 'x');
    world.dns.set('a.example', 'TXT', [text]);
    expect(await world.probe(dnsTarget('a.example', 'TXT'))).toMatchObject({
      ok: true,
      observation: { dnsAnswer: [text] },
    });
  });

  it('asks for the ASCII form of a name, and each time anew', async () => {
    world.dns.set('xn--bcher-kva.example', 'A', ['203.0.113.7']);
    for (let i = 0; i < 2; i++) await world.probe(dnsTarget('bücher.example', 'A'));
    expect(world.dns.questions).toEqual(['A xn--bcher-kva.example', 'A xn--bcher-kva.example']);
  });

  it.each<[string, DnsReply, string]>([
    ['a name that does not exist', 'NXDOMAIN', 'The name a.example does not exist in DNS (NXDOMAIN)'],
    ['a name without such records', [], 'a.example has no MX records in DNS'],
    ['a server that fails', 'SERVFAIL', 'DNS failed to answer for a.example (SERVFAIL)'],
    ['a server that refuses', 'REFUSED', 'DNS refused to answer for a.example (REFUSED)'],
    ['a server that cannot read', 'FORMERR', 'DNS gave an answer for a.example that cannot be read'],
    ['silence', 'SILENCE', 'No DNS answer for a.example within 0.5 seconds'],
  ])('tells %s', async (_name, reply, reason) => {
    world.dns.set('a.example', 'MX', reply);
    const rest = reply === 'SILENCE' ? impatient : {};
    expect(await world.probe(dnsTarget('a.example', 'MX', rest))).toMatchObject({ ok: false, reason });
  });

  it('says that no server can be reached', async () => {
    const { tools } = world;
    const gone = await World.open();
    const { address } = gone.dns;
    await gone.close();
    const { DnsRecords } = await import('../src/probes/dns-records.ts');
    const { probeDns } = await import('../src/probes/dns.probe.ts');
    const records = new DnsRecords({ servers: [address], allowInternal: false });
    const signal = new AbortController().signal;
    const result = await probeDns(dnsTarget('a.example', 'A'), { ...tools, records }, signal);
    expect(result).toMatchObject({ ok: false, reason: 'No DNS server could be reached to look up a.example' });
  });

  it('holds the answer against what is expected, and against what is known', async () => {
    world.dns.set('a.example', 'A', ['203.0.113.7', '203.0.113.8']);
    const check = (rest: object) => world.probe({ ...dnsTarget('a.example', 'A'), ...rest });
    expect(await check({ expected: '203.0.113.8, 203.0.113.7' })).toMatchObject({ ok: true });
    expect(await check({ expected: '203.0.113.9' })).toMatchObject({
      ok: false,
      reason: 'Expected A 203.0.113.9 for a.example, got 203.0.113.7, 203.0.113.8',
      observation: { dnsAnswer: ['203.0.113.7', '203.0.113.8'] },
    });
    expect(await check({ baseline: ['203.0.113.8'] })).toMatchObject({ ok: true });
    expect(await check({ baseline: ['203.0.113.1'] })).toMatchObject({
      ok: false,
      reason: 'The A records of a.example changed to 203.0.113.7, 203.0.113.8 from 203.0.113.1',
      observation: { dnsAnswer: ['203.0.113.7', '203.0.113.8'] },
    });
  });

  it('has nothing to ask about an address', async () => {
    expect(await world.probe(dnsTarget('https://203.0.113.7/', 'A'))).toMatchObject({
      ok: false,
      reason: '203.0.113.7 is an address, which has no records in DNS',
    });
  });
});

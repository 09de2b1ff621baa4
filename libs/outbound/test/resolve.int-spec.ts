import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { anyAddress, createOutbound, Deadline, dnsResolver, eitherResolver, Outbound } from '@vedette/outbound';
import type { DnsReply } from '@vedette/test-kit/dns-server';
import { Scene } from './scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open();
});
afterEach(() => scene.close());

const addressesOf = async (host: string): Promise<readonly string[] | string> => {
  const resolved = await scene.outbound.resolve(host, scene.deadline(2000));
  return resolved.ok ? resolved.addresses.map(({ address }) => address) : resolved.reason;
};

describe('resolve', () => {
  it.each<[string, DnsReply, DnsReply, readonly string[] | string]>([
    ['IPv4', ['8.8.8.8'], [], ['8.8.8.8']],
    ['IPv6 alone', [], ['2606:4700::1'], ['2606:4700::1']],
    ['both, IPv4 first', ['8.8.8.8'], ['2606:4700::1'], ['8.8.8.8', '2606:4700::1']],
    ['both, without IPv6 that fails', ['8.8.8.8'], 'SERVFAIL', ['8.8.8.8']],
    ['both, without IPv6 that never comes', ['8.8.8.8'], 'SILENCE', ['8.8.8.8']],
    ['IPv6, though IPv4 fails', 'SERVFAIL', ['2606:4700::1'], ['2606:4700::1']],
    ['the public one of two', ['10.0.0.1', '8.8.8.8'], [], ['8.8.8.8']],
    ['the public family', ['10.0.0.1'], ['2606:4700::1'], ['2606:4700::1']],
    ['a private address', ['10.0.0.1'], [], 'forbidden_address'],
    ['nothing but forbidden ones', ['127.0.0.1', '169.254.169.254'], ['::1', 'fd00::1'], 'forbidden_address'],
    ['an IPv4-mapped address', [], ['::ffff:8.8.8.8'], 'forbidden_address'],
    ['a name that does not exist', 'NXDOMAIN', 'NXDOMAIN', 'not_found'],
    ['a name without addresses', [], [], 'no_address'],
    ['a failing server', 'SERVFAIL', 'SERVFAIL', 'server_failure'],
    ['a server that refuses', 'REFUSED', 'REFUSED', 'server_failure'],
  ])('finds %s', async (_name, a, aaaa, expected) => {
    scene.dns.set('a.example', 'A', a).set('a.example', 'AAAA', aaaa);
    expect(await addressesOf('a.example')).toEqual(expected);
  });

  it('ends with the deadline when DNS is silent, and says so', async () => {
    scene.dns.set('a.example', 'A', 'SILENCE').set('a.example', 'AAAA', 'SILENCE');
    const startedAt = performance.now();
    expect(await scene.outbound.resolve('a.example', scene.deadline(150))).toEqual({
      ok: false,
      phase: 'dns',
      reason: 'timeout',
      code: null,
      message: 'No DNS answer for a.example within 0.15 seconds',
      phases: { dns: null, connect: null, tls: null },
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('ends when the caller gives up', async () => {
    scene.dns.set('a.example', 'A', 'SILENCE').set('a.example', 'AAAA', 'SILENCE');
    const caller = new AbortController();
    const resolving = scene.outbound.resolve('a.example', scene.deadline(5000, caller.signal));
    setTimeout(() => caller.abort(), 20);
    expect(await resolving).toMatchObject({ reason: 'aborted' });
  });

  it('waits for IPv4 though IPv6 is there, since the machine may have no IPv6', async () => {
    scene.dns.set('a.example', 'A', ['8.8.8.8']).set('a.example', 'AAAA', ['2606:4700::1']);
    scene.dns.delay('a.example', 150, 'A');
    expect(await addressesOf('a.example')).toEqual(['8.8.8.8', '2606:4700::1']);
  });

  it('asks anew every time and keeps no answer', async () => {
    scene.dns.set('a.example', 'A', ['8.8.8.8'], ['8.8.4.4']);
    expect([await addressesOf('a.example'), await addressesOf('a.example')]).toEqual([['8.8.8.8'], ['8.8.4.4']]);
  });

  it('asks for internationalised names in their ASCII form', async () => {
    scene.dns.set('xn--bcher-kva.example', 'A', ['8.8.8.8']);
    expect(await addressesOf('Bücher.example')).toEqual(['8.8.8.8']);
  });

  it.each([
    ['an address', '8.8.8.8', ['8.8.8.8']],
    ['an IPv6 address in brackets', '[2606:4700::1]', ['2606:4700::1']],
    ['a private address', '10.0.0.1', 'forbidden_address'],
    ['loopback as one number', '2130706433', 'forbidden_address'],
    ['loopback in hexadecimal', '0x7f.1', 'forbidden_address'],
    ['loopback in octal', '017700000001', 'forbidden_address'],
    ['IPv4-mapped loopback', '[::ffff:127.0.0.1]', 'forbidden_address'],
    ['an address with a zone', 'fe80::1%lo', 'forbidden_address'],
    ['localhost', 'localhost', 'forbidden_address'],
    ['a name below localhost', 'api.LOCALHOST.', 'forbidden_address'],
    ['no host at all', 'exa mple', 'invalid_host'],
  ])('judges %s without a question to DNS', async (_name, host, expected) => {
    expect(await addressesOf(host)).toEqual(expected);
    expect(scene.dns.questions).toEqual([]);
  });

  it('keeps to itself which forbidden address a name has, and names a literal one', async () => {
    scene.dns.set('redis.internal.example', 'A', ['10.11.12.13']);
    expect(await scene.outbound.resolve('redis.internal.example', scene.deadline(2000))).toMatchObject({
      message: 'redis.internal.example resolves to a private address; only public addresses are allowed',
    });
    expect(await scene.outbound.resolve('10.11.12.13', scene.deadline(2000))).toMatchObject({
      message: '10.11.12.13 is a private address; only public addresses are allowed',
    });
  });

  it('does not let names whose DNS is dead delay the others', async () => {
    scene.dns.set('dead.example', 'A', 'SILENCE').set('dead.example', 'AAAA', 'SILENCE');
    scene.dns.set('a.example', 'A', ['8.8.8.8']);
    const dead = Array.from({ length: 50 }, async () => {
      await scene.outbound.resolve('dead.example', scene.deadline(5000));
      return 'a dead one';
    });
    expect(await Promise.race([...dead, addressesOf('a.example')])).toEqual(['8.8.8.8']);
  });

  it('says that it is our own DNS that cannot be reached', async () => {
    const gone = await Scene.open();
    const { address } = gone.dns;
    await gone.close();
    const outbound = createOutbound({ allowPrivate: false, dnsServers: [address] });
    expect(await outbound.resolve('a.example', scene.deadline(5000))).toMatchObject({
      reason: 'resolver_unreachable',
      message: 'No DNS server could be reached to look up a.example',
    });
  });
});

describe('allowPrivate', () => {
  it('lifts the address rules and nothing else', async () => {
    scene.dns.set('a.example', 'A', ['10.0.0.1']);
    const outbound = createOutbound({ allowPrivate: true, dnsServers: [scene.dns.address] });
    const deadline = scene.deadline(2000);
    expect(await outbound.resolve('a.example', deadline)).toMatchObject({ addresses: [{ address: '10.0.0.1' }] });
    expect(await outbound.resolve('0x7f.1', deadline)).toMatchObject({ addresses: [{ address: '127.0.0.1' }] });
    expect(await outbound.resolve('localhost', deadline)).toMatchObject({
      addresses: [{ address: '127.0.0.1' }, { address: '::1' }],
    });
    expect(await outbound.resolve('exa mple', deadline)).toMatchObject({ reason: 'invalid_host' });
    expect(await outbound.resolve('nowhere.example', deadline)).toMatchObject({ reason: 'not_found' });
  });
});

describe('eitherResolver', () => {
  const second = new Map([['here.example', '10.9.8.7']]);
  const fallback = eitherResolver(
    { resolve: (name) => dnsResolver({ servers: [scene.dns.address] }).resolve(name), close: () => {} },
    {
      resolve: (name) => {
        const address = second.get(name);
        return Promise.resolve(
          address === undefined
            ? { ok: false, reason: 'not_found', code: null }
            : { ok: true, addresses: [{ address, family: 4 }], ttlSeconds: 0 },
        );
      },
      close: () => {},
    },
  );
  const outbound = new Outbound({ policy: anyAddress, resolver: fallback });

  it.each<[string, DnsReply, string, unknown]>([
    ['asks the second about a name that the first does not know', 'NXDOMAIN', 'here.example', '10.9.8.7'],
    ['keeps what the first says', ['8.8.8.8'], 'here.example', '8.8.8.8'],
    ['keeps a failure of the first', 'SERVFAIL', 'here.example', 'server_failure'],
    ['keeps the first reason when neither knows', 'NXDOMAIN', 'nowhere.example', 'not_found'],
  ])('%s', async (_name, reply, host, expected) => {
    scene.dns.set(host, 'A', reply).set(host, 'AAAA', reply === 'NXDOMAIN' || reply === 'SERVFAIL' ? reply : []);
    const deadline = Deadline.after(2000);
    const resolved = await outbound.resolve(host, deadline);
    deadline.clear();
    expect(resolved.ok ? resolved.addresses[0]?.address : resolved.reason).toBe(expected);
  });
});

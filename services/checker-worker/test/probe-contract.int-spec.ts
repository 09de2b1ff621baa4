import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckTarget } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import type { Listening } from '@vedette/test-kit/loopback-servers';
import {
  dnsTarget,
  domainTarget,
  httpTarget,
  impatient,
  keywordTarget,
  pingTarget,
  portTarget,
  sslTarget,
} from './support/targets.ts';
import { World } from './support/world.ts';

let authority: KeyPair;
let certificate: KeyPair;
beforeAll(async () => {
  authority = await createAuthority('Test authority');
  certificate = await createCertificate(['a.example'], { issuer: authority });
});

let world: World;
let servers: Listening[];
beforeEach(async () => {
  world = await World.open({ authorities: [authority] });
  servers = [];
  world.dns.set('a.example', 'A', ['127.0.53.1']);
  world.dns.set('silent.example', 'A', 'SILENCE').set('silent.example', 'AAAA', 'SILENCE');
  world.dns.set('inside.example', 'A', ['10.1.2.3']);
});
afterEach(() => world.close());

type Make = () => Promise<CheckTarget>;

interface Contract {
  readonly up: Make;
  readonly refused: Make;
  /** Servers that stall the probe, each in a different phase. */
  readonly stalls: Readonly<Record<string, Make>>;
  /** Targets that customers must not reach through us. */
  readonly forbidden: readonly CheckTarget[];
  readonly isTimed: boolean;
}

const keep = (server: Listening): number => {
  servers.push(server);
  return server.port;
};
const welcome = async (): Promise<number> => keep(await world.http((_request, response) => response.end('welcome')));
const mute = async (): Promise<number> => keep(await world.tcp((socket) => socket.resume()));

/** The phases in which an HTTP request can stall. */
const httpStalls = (target: (url: string) => CheckTarget): Record<string, Make> => ({
  DNS: async () => target('http://silent.example/'),
  'the connection': async () => target(`http://127.0.53.2:${await world.unanswering('127.0.53.2')}/`),
  'the TLS handshake': async () => target(`https://a.example:${await mute()}/`),
  'the answer': async () => target(`http://a.example:${await mute()}/`),
  'the headers': async () => {
    const server = await world.tcp((socket) => void socket.resume().write('HTTP/1.1 200 OK\r\nContent-Le'));
    return target(`http://a.example:${keep(server)}/`);
  },
  'a redirect that drips on': async () => {
    const server = await world.http((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 200);
    });
    return target(`http://a.example:${keep(server)}/`);
  },
});

/** The additional phases in which reading a body can stall. */
const bodyStalls = (target: (url: string) => CheckTarget): Record<string, Make> => ({
  'the body': async () => {
    const server = await world.http((_request, response) => void response.writeHead(200).write('wel'));
    return target(`http://a.example:${keep(server)}/`);
  },
  'a body that drips': async () => {
    const server = await world.http((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    return target(`http://a.example:${keep(server)}/`);
  },
});

const contracts: Readonly<Record<CheckTarget['type'], Contract>> = {
  HTTP: {
    up: async () => httpTarget(`http://a.example:${await welcome()}/`),
    refused: async () => httpTarget(`http://a.example:${await world.refusing()}/`),
    stalls: httpStalls((url) => httpTarget(url)),
    forbidden: [
      httpTarget('http://127.0.0.1/'),
      httpTarget('http://2130706433/'),
      httpTarget('http://inside.example/'),
    ],
    isTimed: true,
  },
  KEYWORD: {
    up: async () => keywordTarget(`http://a.example:${await welcome()}/`, 'welcome'),
    refused: async () => keywordTarget(`http://a.example:${await world.refusing()}/`, 'welcome'),
    stalls: {
      ...httpStalls((url) => keywordTarget(url, 'welcome')),
      ...bodyStalls((url) => keywordTarget(url, 'welcome')),
    },
    forbidden: [keywordTarget('http://[::1]/', 'x'), keywordTarget('http://inside.example/', 'x')],
    isTimed: true,
  },
  PING: {
    up: async () => pingTarget('a.example'),
    refused: async () => pingTarget('2001:db8::1', { timeoutSeconds: 1 }),
    stalls: { DNS: async () => pingTarget('silent.example') },
    forbidden: [pingTarget('127.0.0.1'), pingTarget('0x7f.1'), pingTarget('inside.example')],
    isTimed: true,
  },
  PORT: {
    up: async () => portTarget('a.example', await mute()),
    refused: async () => portTarget('a.example', await world.refusing()),
    stalls: {
      DNS: async () => portTarget('silent.example', 80),
      'the connection': async () => portTarget('127.0.53.2', await world.unanswering('127.0.53.2')),
    },
    forbidden: [portTarget('127.0.0.1', 80), portTarget('localhost', 80), portTarget('inside.example', 80)],
    isTimed: true,
  },
  SSL: {
    up: async () => sslTarget(`https://a.example:${keep(await world.https(certificate, () => {}))}`),
    refused: async () => sslTarget(`https://a.example:${await world.refusing()}`),
    stalls: {
      DNS: async () => sslTarget('silent.example'),
      'the connection': async () => sslTarget(`https://127.0.53.2:${await world.unanswering('127.0.53.2')}`),
      'the TLS handshake': async () => sslTarget(`https://a.example:${await mute()}`),
    },
    forbidden: [sslTarget('https://127.0.0.1'), sslTarget('localhost'), sslTarget('inside.example')],
    isTimed: true,
  },
  DNS: {
    up: async () => dnsTarget('a.example', 'A'),
    refused: async () => {
      world.dns.set('refused.example', 'A', 'REFUSED');
      return dnsTarget('refused.example', 'A');
    },
    stalls: { 'the answer': async () => dnsTarget('silent.example', 'A') },
    forbidden: [dnsTarget('nats.vedette.svc.cluster.local', 'A'), dnsTarget('postgres', 'A')],
    isTimed: true,
  },
  DOMAIN: {
    up: async () => {
      world.registry.rdap.set('good.example', { expires: '2099-01-01T00:00:00Z' });
      return domainTarget('www.good.example');
    },
    refused: async () => {
      world.registry.rdap.set('odd.example', { status: 500 });
      return domainTarget('odd.example');
    },
    stalls: {
      RDAP: async () => {
        world.registry.rdap.set('mute.example', 'SILENCE');
        return domainTarget('mute.example');
      },
      WHOIS: async () => {
        world.registry.whois.set('mute.whois', null);
        return domainTarget('mute.whois');
      },
    },
    forbidden: [domainTarget('http://127.0.0.1/'), domainTarget('localhost')],
    isTimed: false,
  },
};

const types = Object.keys(contracts) as CheckTarget['type'][];
const never = new AbortController().signal;

const integerOrNull = (value: number | null): boolean => value === null || Number.isInteger(value);

/** The reason must be one line, without a full stop, on which a person can act. */
const expectSentence = (reason: string): void => {
  expect(reason).toMatch(/^[^\n]{10,300}$/);
  expect(reason).not.toMatch(/\.$|undefined|\[object|Error:/);
};

describe.each(types)('%s', (type) => {
  const contract = contracts[type];

  it('finds a target that is up, and says how long it took', async () => {
    const result = await world.probe(await contract.up());
    expect(result).toMatchObject({ ok: true });
    expect(result.phases.total).toBeGreaterThanOrEqual(0);
    expect(result.responseMs === null).toBe(!contract.isTimed);
    expect([result.responseMs, ...Object.values(result.phases)].every(integerOrNull)).toBe(true);
    expect(Object.keys(result.observation).toSorted()).toEqual(['certExpiresAt', 'dnsAnswer', 'registration']);
  });

  it('finds a target that is down, and says so in a sentence', async () => {
    const result = await world.probe(await contract.refused());
    if (result.ok) throw new Error('it is down');
    expectSentence(result.reason);
    expect(integerOrNull(result.phases.total)).toBe(true);
  });

  it.each(Object.entries(contract.stalls))('waits for %s no longer than it may', async (_phase, make) => {
    const target = { ...(await make()), ...impatient };
    const startedAt = performance.now();
    const result = await world.probe(target);
    const elapsedMs = performance.now() - startedAt;
    if (result.ok) throw new Error('it stalls');
    expectSentence(result.reason);
    expect(result.reason).toMatch(/within 0\.5 seconds|in time|does not answer/);
    expect(elapsedMs).toBeGreaterThan(target.timeoutSeconds * 900);
    expect(elapsedMs).toBeLessThan(target.timeoutSeconds * 1000 + 1_500);
    await waitFor('every connection to be closed', () => servers.every(({ open }) => open === 0));
  });

  it.each(Object.entries(contract.stalls))('ends at once when it is given up, waiting for %s', async (_phase, make) => {
    const target = await make();
    const caller = new AbortController();
    const probing = world.probe(target, caller.signal);
    setTimeout(() => caller.abort(), 50);
    const startedAt = performance.now();
    await probing;
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await waitFor('every connection to be closed', () => servers.every(({ open }) => open === 0));
  });

  it('closes its connections behind it', async () => {
    expect(await world.probe(await contract.up())).toMatchObject({ ok: true });
    await waitFor('every connection to be closed', () => servers.every(({ open }) => open === 0));
  });

  it('runs many at once without mixing them up', async () => {
    const [up, down] = [await contract.up(), await contract.refused()];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => world.probe(i % 2 === 0 ? up : down, never)),
    );
    expect(results.map((result) => (result.ok ? 'up' : 'down'))).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'up' : 'down')),
    );
  });

  it.each(contract.forbidden.map((target) => [JSON.stringify(target), target] as const))(
    'is led nowhere private by %s',
    async (_name, target) => {
      const inside = await world.tcp(() => {}, '127.0.0.1', 0);
      const result = await world.probe(target);
      if (result.ok) throw new Error('it is forbidden');
      expect(result.reason).toMatch(
        /only public addresses are allowed|is no name of the public DNS|is under no domain/,
      );
      // Customers must not learn the address behind an internal name.
      expect(result.reason).not.toContain('10.1.2.3');
      expect(inside.accepted).toBe(0);
    },
  );

  it('says so of a name that does not exist', async () => {
    if (type === 'DOMAIN') return;
    const up = await contract.up();
    const target = 'host' in up ? { ...up, host: 'nobody.example' } : { ...up, url: 'http://nobody.example:81/' };
    const result = await world.probe(target);
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.reason).toMatch(/^The name nobody\.example does not exist in DNS/);
  });
});

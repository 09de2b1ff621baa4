import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainRegistration } from '@vedette/contract';
import { Deadline, Outbound, systemResolver } from '@vedette/outbound';
import { Rdap } from '../src/registry/rdap.ts';
import { Registry } from '../src/registry/registry.ts';
import { Whois } from '../src/registry/whois.ts';
import { domainTarget, impatient } from './support/targets.ts';
import { World } from './support/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const known = (rest: Partial<DomainRegistration>): DomainRegistration => ({
  domain: 'good.example',
  expiresAt: inDays(100),
  checkedAt: inDays(-2),
  ...rest,
});

describe('DOMAIN by RDAP', () => {
  it('asks for the registrable domain, through the list of servers, and tells its expiry', async () => {
    world.registry.rdap.set('good.example', { expires: '2099-08-13T04:00:00Z' });
    const result = await world.probe(domainTarget('https://shop.good.example/path'));
    expect(result).toMatchObject({
      ok: true,
      responseMs: null,
      observation: { registration: { domain: 'good.example', expiresAt: '2099-08-13T04:00:00.000Z' } },
    });
    expect(world.registry.asked).toEqual(['bootstrap', 'rdap good.example']);
  });

  it.each<[string, { expires: string } | { status: number; body?: string }, RegExp]>([
    ['expired', { expires: inDays(-3.5) }, /^Registration of good\.example expired 3 days ago$/],
    ['not registered', { status: 404 }, /^good\.example is not registered$/],
    [
      'registered until a date that is none',
      { expires: 'soon' },
      /^The registry of good\.example gives "soon" as its expiry, which is no date we can read$/,
    ],
    ['out of order', { status: 503 }, /^The registry of good\.example does not answer: .* answered with status 503$/],
    [
      'not JSON',
      { status: 200, body: '<html>' },
      /^The registry of good\.example does not answer: .* did not answer in JSON$/,
    ],
  ])('is down when the answer is %s', async (_name, reply, reason) => {
    world.registry.rdap.set('good.example', reply);
    const result = await world.probe(domainTarget('good.example'));
    expect(result.ok ? 'ok' : result.reason).toMatch(reason);
  });

  it('reads 256 KiB of an answer and no more', async () => {
    const events = [{ eventAction: 'expiration', eventDate: '2099-08-13T04:00:00Z' }];
    const answer = (bytes: number): string => JSON.stringify({ events }).padEnd(bytes, ' ');
    world.registry.rdap.set('short.example', { status: 200, body: answer(256 * 1024) });
    expect(await world.probe(domainTarget('short.example'))).toMatchObject({ ok: true });
    const long = `{"notices":"${'x'.repeat(256 * 1024)}",${JSON.stringify({ events }).slice(1)}`;
    world.registry.rdap.set('long.example', { status: 200, body: long });
    const result = await world.probe(domainTarget('long.example'));
    expect(result.ok ? 'ok' : result.reason).toMatch(/did not answer in JSON$/);
  });

  it('asks WHOIS when RDAP tells no expiry', async () => {
    world.registry.rdap.set('good.example', { status: 200, body: '{"events":[]}' });
    world.registry.whois.set('good.example', 'Registry Expiry Date: 2099-08-13T04:00:00Z\r\n');
    expect(await world.probe(domainTarget('good.example'))).toMatchObject({ ok: true });
  });
});

describe('DOMAIN by WHOIS', () => {
  it('asks where the registry has no RDAP, and follows to the server that knows', async () => {
    const { port } = await world.tcp((socket) => {
      socket.once('data', () => socket.end('Domain: good.whois\nExpiry date:  13-Aug-2099\n'));
    });
    world.registry.whois.set('good.whois', `refer:        127.0.53.1:${port}\n\ndomain:       WHOIS\n`);
    expect(await world.probe(domainTarget('www.good.whois'))).toMatchObject({
      ok: true,
      observation: { registration: { domain: 'good.whois', expiresAt: '2099-08-13T00:00:00.000Z' } },
    });
    expect(world.registry.asked).toEqual(['bootstrap', 'whois good.whois']);
  });

  it.each<[string, string, RegExp]>([
    ['expired', 'paid-till: 2001-01-01\n', /^Registration of good\.whois expired \d+ days ago$/],
    ['not registered', 'No match for "GOOD.WHOIS".\n', /^good\.whois is not registered$/],
    ['without a date', 'Domain: good.whois\nStatus: connect\n', /^The registry of good\.whois tells no expiry date$/],
    [
      'a date that is none',
      'Expiry Date: 31.02.2099\n',
      /gives "31\.02\.2099" as its expiry, which is no date we can read$/,
    ],
    [
      'a refusal',
      'Query limit exceeded\n',
      /^The registry of good\.whois does not answer: 127\.0\.53\.1 has been asked too often$/,
    ],
  ])('is down when the answer is %s', async (_name, text, reason) => {
    world.registry.whois.set('good.whois', text);
    const result = await world.probe(domainTarget('good.whois'));
    expect(result.ok ? 'ok' : result.reason).toMatch(reason);
  });

  it('reads 32 KiB of an answer and no more', async () => {
    const expiry = 'Expiry date:  13-Aug-2099\n';
    const filler = (bytes: number): string =>
      'Legal text that nobody reads\n'.repeat(bytes / 29).padEnd(bytes - 1, '.');
    world.registry.whois.set('short.whois', `${filler(32 * 1024 - expiry.length)}\n${expiry}`);
    expect(await world.probe(domainTarget('short.whois'))).toMatchObject({ ok: true });
    world.registry.whois.set('long.whois', `${filler(32 * 1024)}\n${expiry}`);
    expect(await world.probe(domainTarget('long.whois'))).toMatchObject({
      ok: false,
      reason: 'The registry of long.whois tells no expiry date',
    });
  });

  it('does not follow in circles, nor to where nobody may go', async () => {
    world.registry.whois.set('good.whois', `refer: ${world.registry.whoisServer}\n`);
    const circle = await world.probe(domainTarget('good.whois'));
    expect(circle.ok ? 'ok' : circle.reason).toMatch(/refers to yet another server$/);
    world.registry.whois.set('bad.whois', 'refer: 127.0.0.1:43\n');
    const inside = await world.probe(domainTarget('bad.whois'));
    expect(inside.ok ? 'ok' : inside.reason).toMatch(/only public addresses are allowed$/);
  });
});

describe('a referral to a server that cannot be', () => {
  it.each(['127.0.53.1:99999', '127.0.53.1:0', 'rwhois://whois.nic.whois:4321', 'a'.repeat(300)])(
    'is silence, and is asked about again: %s',
    async (server) => {
      await world.close();
      world = await World.open({ registryIntervalMs: 0 });
      world.registry.whois.set('good.whois', `refer: ${server}\n`);
      const first = await world.probe(domainTarget('good.whois'));
      expect(first.ok ? 'ok' : first.reason).toBe(
        'The registry of good.whois does not answer: 127.0.53.1 refers to a server whose address cannot be read',
      );
      world.registry.whois.set('good.whois', 'Expiry date:  13-Aug-2099\n');
      expect(await world.probe(domainTarget('good.whois'))).toMatchObject({ ok: true });
    },
  );

  it('leaves the last good answer in its place', async () => {
    world.registry.whois.set('good.whois', 'refer: whois.nic.whois:99999\n');
    const registration = known({ domain: 'good.whois' });
    expect(await world.probe(domainTarget('good.whois', { known: registration }))).toMatchObject({
      ok: true,
      observation: { registration },
    });
  });
});

describe('a question that fails in our own code', () => {
  it('is silence, and is asked again', async () => {
    let isBroken = true;
    const policy = (): null => {
      if (isBroken) throw new TypeError('a fault of ours');
      return null;
    };
    const outbound = new Outbound({ policy, resolver: systemResolver() });
    const ways = { operator: outbound, guarded: outbound };
    const { bootstrapUrl, whoisServer, rdap } = world.registry;
    const registry = new Registry(new Rdap(ways, new URL(bootstrapUrl)), new Whois(ways, whoisServer), 0);
    const ask = async () => {
      const deadline = Deadline.after(5_000);
      return registry.registrationOf('good.example', null, deadline).finally(() => deadline.clear());
    };
    rdap.set('good.example', { expires: '2099-08-13T04:00:00Z' });
    expect(await ask()).toEqual({
      ok: false,
      reason: 'The registry of good.example does not answer: it could not be asked (TypeError)',
    });
    isBroken = false;
    expect(await ask()).toMatchObject({ ok: true, registration: { expiresAt: '2099-08-13T04:00:00.000Z' } });
    registry.close();
    outbound.close();
  });
});

describe('how often registries are asked', () => {
  it('is once for all checks of an hour, whoever wants to know', async () => {
    world.registry.rdap.set('good.example', { expires: '2099-08-13T04:00:00Z' });
    const targets = ['good.example', 'www.good.example', 'https://good.example'].map((url) => domainTarget(url));
    const results = await Promise.all(targets.map((target) => world.probe(target)));
    expect(new Set(results.map(({ observation }) => JSON.stringify(observation.registration))).size).toBe(1);
    for (const target of targets) await world.probe(target);
    expect(world.registry.asked).toEqual(['bootstrap', 'rdap good.example']);
  });

  it('is not at all while what the monitor knows is younger', async () => {
    const registration = known({ checkedAt: new Date(Date.now() - 3_000_000).toISOString() });
    const result = await world.probe(domainTarget('good.example', { known: registration }));
    expect(result).toMatchObject({ ok: true, observation: { registration } });
    expect(world.registry.asked).toEqual([]);
  });

  it('keeps an answer that comes too late for the check that asked', async () => {
    world.registry.rdap.set('good.example', 'SILENCE');
    const early = await world.probe(domainTarget('good.example', impatient));
    expect(early).toMatchObject({
      ok: false,
      reason: 'The registry of good.example did not answer within 0.5 seconds',
    });
    await world.probe(domainTarget('good.example', impatient));
    expect(world.registry.asked).toEqual(['bootstrap', 'rdap good.example']);
  });
});

describe('a registry that does not answer', () => {
  beforeEach(() => {
    world.registry.rdap.set('good.example', { status: 503 });
  });

  it('is stood in for by its last good answer, for seven days', async () => {
    const registration = known({ checkedAt: inDays(-6.9) });
    expect(await world.probe(domainTarget('good.example', { known: registration }))).toMatchObject({
      ok: true,
      observation: { registration },
    });
  });

  it('is not stood in for by an older answer, or one about another domain', async () => {
    const older = known({ checkedAt: inDays(-7.1) });
    expect(await world.probe(domainTarget('good.example', { known: older }))).toMatchObject({ ok: false });
    const other = known({ domain: 'other.example' });
    expect(await world.probe(domainTarget('good.example', { known: other }))).toMatchObject({ ok: false });
  });

  it('does not make an expired domain a good one', async () => {
    const registration = known({ expiresAt: inDays(-1.5) });
    expect(await world.probe(domainTarget('good.example', { known: registration }))).toMatchObject({
      ok: false,
      reason: 'Registration of good.example expired 1 day ago',
    });
  });

  it('is not stood in for when it says that the domain is gone', async () => {
    world.registry.rdap.set('good.example', { status: 404 });
    expect(await world.probe(domainTarget('good.example', { known: known({}) }))).toMatchObject({
      ok: false,
      reason: 'good.example is not registered',
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dnsResolver, type RememberingOutbound, type Resolution } from '@vedette/outbound';
import { waitFor } from '@vedette/test-kit';
import type { DnsReply } from '@vedette/test-kit/dns-server';
import { RememberingResolver } from '../src/names/remembering-resolver.ts';
import { Scene } from './scene.ts';

let scene: Scene;
let outbound: RememberingOutbound;
beforeEach(async () => {
  scene = await Scene.open();
  outbound = scene.outbound.remembering();
});
afterEach(() => scene.close());

const NAME = 'a.example';
const resolve = (): Promise<Resolution> => outbound.resolve(NAME, scene.deadline(5_000));
/** A question is asked for each family of addresses. */
const asked = (): number => scene.dns.questions.length / 2;

describe('an outbound that remembers', () => {
  it('asks once while DNS allows to use the answer again, and then takes no time', async () => {
    scene.dns.set(NAME, 'A', ['8.8.8.8'], ['9.9.9.9']);
    expect(await resolve()).toMatchObject({ addresses: [{ address: '8.8.8.8' }] });
    expect(await resolve()).toMatchObject({ addresses: [{ address: '8.8.8.8' }], dnsMs: 0 });
    expect(asked()).toBe(1);
  });

  it('asks again when that time is over', async () => {
    scene.dns.ttlSeconds = 1;
    scene.dns.set(NAME, 'A', ['8.8.8.8'], ['9.9.9.9']);
    const startedAt = performance.now();
    await resolve();
    await waitFor('the new address', async () => {
      const resolved = await resolve();
      return resolved.ok && resolved.addresses[0]?.address === '9.9.9.9';
    });
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    expect(asked()).toBe(2);
  });

  it.each<[string, DnsReply, number]>([
    ['once, of a name that does not exist', 'NXDOMAIN', 1],
    ['once, of a name without addresses', [], 1],
    ['each time, of a server that fails', 'SERVFAIL', 2],
    ['each time, of a server that refuses', 'REFUSED', 2],
  ])('asks %s', async (_name, reply, times) => {
    scene.dns.set(NAME, 'A', reply).set(NAME, 'AAAA', reply);
    const first = await resolve();
    expect(first.ok).toBe(false);
    expect(await resolve()).toMatchObject({ ok: false, message: 'message' in first ? first.message : '' });
    expect(asked()).toBe(times);
  });

  it('asks each time when DNS does not allow to use the answer again', async () => {
    scene.dns.ttlSeconds = 0;
    scene.dns.set(NAME, 'A', ['8.8.8.8']);
    await resolve();
    await resolve();
    expect(asked()).toBe(2);
  });

  it('asks once for all who want to know at the same time', async () => {
    scene.dns.ttlSeconds = 0;
    scene.dns.set(NAME, 'A', ['8.8.8.8']);
    const all = await Promise.all(Array.from({ length: 50 }, resolve));
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(asked()).toBe(1);
  });

  it('asks again for a host that is to be forgotten, however it is written', async () => {
    scene.dns.set(NAME, 'A', ['8.8.8.8'], ['9.9.9.9']);
    await resolve();
    outbound.forget('A.Example');
    expect(await resolve()).toMatchObject({ addresses: [{ address: '9.9.9.9' }] });
  });

  it('applies the address policy to a remembered answer', async () => {
    scene.dns.set(NAME, 'A', ['10.0.0.1'], ['8.8.8.8']);
    for (const dns of [expect.any(Number), 0]) {
      expect(await resolve()).toMatchObject({ reason: 'forbidden_address', phases: { dns } });
    }
    expect(asked()).toBe(1);
  });

  it('leaves the outbound that it was made from as it was', async () => {
    scene.dns.set(NAME, 'A', ['8.8.8.8'], ['9.9.9.9']);
    await resolve();
    const anew = await scene.outbound.resolve(NAME, scene.deadline(5_000));
    expect(anew).toMatchObject({ addresses: [{ address: '9.9.9.9' }] });
  });
});

it('forgets the name that was asked first when there are too many', async () => {
  const resolver = new RememberingResolver(dnsResolver({ servers: [scene.dns.address] }), 2);
  for (const name of ['one.example', 'two.example', 'three.example']) scene.dns.set(name, 'A', ['8.8.8.8']);
  for (const name of ['one', 'two', 'three', 'two', 'three', 'one']) await resolver.resolve(`${name}.example`);
  const names = scene.dns.questions
    .filter((question) => question.startsWith('A '))
    .map((question) => question.slice(2));
  expect(names).toEqual(['one.example', 'two.example', 'three.example', 'one.example']);
  resolver.close();
});

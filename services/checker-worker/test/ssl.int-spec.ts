import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import {
  createAuthority,
  createCertificate,
  type CertificateOptions,
  type KeyPair,
} from '@vedette/test-kit/certificates';
import { sslTarget } from './support/targets.ts';
import { World } from './support/world.ts';

let root: KeyPair;
let intermediate: KeyPair;
beforeAll(async () => {
  root = await createAuthority('Test root');
  intermediate = await createAuthority('Test intermediate', root);
});

let world: World;
beforeEach(async () => {
  world = await World.open({ authorities: [root] });
  world.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => world.close());

const ignore = (): void => {};
const certificate = (options: CertificateOptions = {}, hosts = ['a.example']): Promise<KeyPair> =>
  createCertificate(hosts, { issuer: root, ...options });

describe('SSL', () => {
  it('accepts a good certificate and says when it expires', async () => {
    const { port } = await world.https(await certificate({ validToDays: 10.5 }), ignore);
    const result = await world.probe(sslTarget(`https://a.example:${port}/path`));
    expect(result).toMatchObject({ ok: true, phases: { tls: expect.any(Number), firstByte: null } });
    const left = Date.parse(result.observation.certExpiresAt ?? '') - Date.now();
    expect(Math.floor(left / 86_400_000)).toBe(10);
  });

  it('accepts a chain that is complete, a wildcard and an address', async () => {
    const leaf = await certificate({ issuer: intermediate }, ['*.b.example', '127.0.53.1']);
    const { port } = await world.https(leaf, ignore, [intermediate]);
    world.dns.set('www.b.example', 'A', ['127.0.53.1']);
    expect(await world.probe(sslTarget(`https://www.b.example:${port}`))).toMatchObject({ ok: true });
    expect(await world.probe(sslTarget(`https://127.0.53.1:${port}`))).toMatchObject({ ok: true });
  });

  it.each<[string, () => Promise<KeyPair>, string]>([
    ['expired', () => certificate({ validToDays: -2.5 }), 'Certificate for a.example expired 2 days ago'],
    [
      'not valid yet',
      () => certificate({ validFromDays: 3.5 }),
      'Certificate for a.example is not valid for another 3 days',
    ],
    ['self-signed', () => createCertificate(['a.example']), 'Certificate for a.example is self-signed'],
    [
      'for another host',
      () => certificate({}, ['b.example', 'www.b.example']),
      'Certificate for a.example is for b.example and www.b.example instead',
    ],
    [
      'without the rest of its chain',
      () => certificate({ issuer: intermediate }),
      'Certificate for a.example comes with an incomplete chain or from an unknown authority',
    ],
    [
      'of an unknown authority',
      async () => certificate({ issuer: await createAuthority('Nobody knows') }),
      'Certificate for a.example comes with an incomplete chain or from an unknown authority',
    ],
  ])('refuses one that is %s, and still says when it expires', async (_name, make, reason) => {
    const { port } = await world.https(await make(), ignore);
    expect(await world.probe(sslTarget(`https://a.example:${port}`))).toMatchObject({
      ok: false,
      reason,
      responseMs: null,
      observation: { certExpiresAt: expect.any(String) },
    });
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'closes',
      (socket) => void socket.once('data', () => socket.end()),
      /^Connection closed by .* during the TLS handshake$/,
    ],
    [
      'resets',
      (socket) => void socket.once('data', () => socket.resetAndDestroy()),
      /^Connection closed by .* during the TLS handshake$/,
    ],
    ['does not speak TLS', (socket) => void socket.end('220 mail\r\n'), /does not speak TLS$/],
  ])('never calls it a certificate error when the server %s', async (_name, onConnection, reason) => {
    const { port } = await world.tcp(onConnection);
    const result = await world.probe(sslTarget(`https://a.example:${port}`));
    expect(result.ok ? 'ok' : result.reason).toMatch(reason);
    expect(result.observation.certExpiresAt).toBeNull();
  });

  it('looks twice only at what it has refused', async () => {
    const good = await world.https(await certificate(), ignore);
    await world.probe(sslTarget(`https://a.example:${good.port}`));
    expect(good.accepted).toBe(1);
    const bad = await world.https(await certificate({ validToDays: -1 }), ignore);
    await world.probe(sslTarget(`https://a.example:${bad.port}`));
    expect(bad.accepted).toBe(2);
  });
});

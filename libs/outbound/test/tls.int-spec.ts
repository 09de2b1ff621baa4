import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { createAuthority, createCertificate, type KeyPair } from '@vedette/test-kit/certificates';
import { Scene } from './scene.ts';

let authority: KeyPair;
beforeAll(async () => {
  authority = await createAuthority();
});

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ authority });
  scene.dns.set('a.example', 'A', ['127.0.53.1']);
});
afterEach(() => scene.close());

describe('connectTls', () => {
  it('offers the name as SNI and verifies the certificate against it', async () => {
    const { server, port } = await scene.https(await createCertificate(['a.example'], { issuer: authority }), () => {});
    const secured = once(server, 'secureConnection');
    const connection = await scene.outbound.connectTls({ host: 'A.example.', port }, {}, scene.deadline(2000));
    if (!connection.ok) throw new Error(connection.message);
    const [socket]: TLSSocket[] = await secured;
    expect(socket?.servername).toBe('a.example');
    expect(connection).toMatchObject({
      address: '127.0.53.1',
      phases: { dns: expect.any(Number), connect: expect.any(Number), tls: expect.any(Number) },
    });
    expect(connection.socket.authorized).toBe(true);
    expect(connection.socket.getPeerX509Certificate()?.subjectAltName).toBe('DNS:a.example');
    connection.socket.destroy();
  });

  it('verifies the certificate of a literal address against the address', async () => {
    const { port } = await scene.https(await createCertificate(['127.0.53.1'], { issuer: authority }), () => {});
    const connection = await scene.outbound.connectTls({ host: '127.0.53.1', port }, {}, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true });
    if (connection.ok) connection.socket.destroy();
  });

  it.each<[string, () => Promise<KeyPair>, string, string]>([
    [
      'expired',
      () => createCertificate(['a.example'], { issuer: authority, validToDays: -2 }),
      'CERT_HAS_EXPIRED',
      'Certificate for a.example has expired',
    ],
    [
      'for another name',
      () => createCertificate(['b.example'], { issuer: authority }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'Certificate for a.example is for another name',
    ],
    [
      'self-signed',
      () => createCertificate(['a.example']),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'Certificate for a.example is self-signed',
    ],
    [
      'of an unknown authority',
      async () => createCertificate(['a.example'], { issuer: await createAuthority('Nobody knows') }),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'Certificate for a.example comes with an incomplete chain or from an unknown authority',
    ],
  ])(
    'refuses a certificate that is %s, and accepts it where nothing is verified',
    async (_name, make, code, message) => {
      const { port } = await scene.https(await make(), () => {});
      const target = { host: 'a.example', port };
      expect(await scene.outbound.connectTls(target, {}, scene.deadline(2000))).toMatchObject({
        ok: false,
        phase: 'tls',
        reason: 'certificate',
        code,
        message,
        phases: { dns: expect.any(Number), connect: expect.any(Number), tls: null },
      });
      const lax = await scene.outbound.connectTls(target, { verify: false }, scene.deadline(2000));
      if (!lax.ok) throw new Error(lax.message);
      expect(lax.socket.authorizationError).toBe(code);
      expect(lax.socket.getPeerX509Certificate()).toBeDefined();
      lax.socket.destroy();
    },
  );

  it('tells a server that does not speak TLS', async () => {
    const { port } = await scene.tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await scene.outbound.connectTls({ host: 'a.example', port }, {}, scene.deadline(2000))).toMatchObject({
      phase: 'tls',
      reason: 'tls',
      message: `a.example (127.0.53.1:${port}) does not speak TLS`,
    });
  });

  it.each<[string, (socket: import('node:net').Socket) => void]>([
    ['closes', (socket) => void socket.once('data', () => socket.end())],
    ['resets', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ])('never calls it a certificate error when the server %s', async (_name, onConnection) => {
    const { port } = await scene.tcp(onConnection);
    expect(await scene.outbound.connectTls({ host: 'a.example', port }, {}, scene.deadline(2000))).toMatchObject({
      phase: 'tls',
      reason: 'closed',
      message: `Connection closed by 127.0.53.1:${port} during the TLS handshake`,
    });
  });

  it('ends with the deadline when the handshake stalls, and closes the connection', async () => {
    let closed = (): void => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { port } = await scene.tcp((socket) => void socket.on('close', closed).resume());
    expect(await scene.outbound.connectTls({ host: 'a.example', port }, {}, scene.deadline(150))).toMatchObject({
      phase: 'tls',
      reason: 'timeout',
      message: `No TLS handshake with 127.0.53.1:${port} within 0.15 seconds`,
    });
    await isClosed;
  });

  it('shows the certificate of today: no session is resumed', async () => {
    const { port } = await scene.https(await createCertificate(['a.example'], { issuer: authority }), () => {});
    const deadline = scene.deadline(2000);
    for (let i = 0; i < 2; i++) {
      const connection = await scene.outbound.connectTls({ host: 'a.example', port }, {}, deadline);
      if (!connection.ok) throw new Error(connection.message);
      expect(connection.socket.isSessionReused()).toBe(false);
      connection.socket.destroy();
    }
  });
});

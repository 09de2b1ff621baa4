import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { anyAddress, dnsResolver, Outbound } from '@vedette/outbound';
import { Scene } from './scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open();
});
afterEach(() => scene.close());

describe('connect', () => {
  it('connects to the address that was checked, and says which and how long it took', async () => {
    const { port } = await scene.tcp((socket) => socket.end('hello'));
    scene.dns.set('a.example', 'A', ['127.0.53.1']);
    const connection = await scene.outbound.connect({ host: 'a.example', port }, scene.deadline(2000));
    if (!connection.ok) throw new Error(connection.message);
    expect(connection.address).toBe('127.0.53.1');
    expect(connection.phases).toEqual({ dns: expect.any(Number), connect: expect.any(Number), tls: null });
    const [greeting]: unknown[] = await once(connection.socket, 'data');
    expect(String(greeting)).toBe('hello');
    connection.socket.destroy();
  });

  it('has no DNS phase for a literal address', async () => {
    const { port } = await scene.tcp((socket) => socket.end());
    const connection = await scene.outbound.connect({ host: '127.0.53.1', port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, phases: { dns: null } });
    if (connection.ok) connection.socket.destroy();
  });

  it('is not led astray by a name that turns private: one question, one address', async () => {
    const inside = await scene.tcp((socket) => socket.end('secret'), '127.0.0.1');
    const outside = await scene.tcp((socket) => socket.end('public'), '127.0.53.1', inside.port);
    scene.dns.set('rebind.example', 'A', ['127.0.53.1'], ['127.0.0.1']);
    const target = { host: 'rebind.example', port: inside.port };

    const first = await scene.outbound.connect(target, scene.deadline(2000));
    expect(first).toMatchObject({ ok: true, address: '127.0.53.1' });
    expect(scene.dns.questions.filter((question) => question.startsWith('A '))).toHaveLength(1);
    if (first.ok) first.socket.destroy();

    expect(await scene.outbound.connect(target, scene.deadline(2000))).toMatchObject({
      ok: false,
      phase: 'dns',
      reason: 'forbidden_address',
    });
    expect([outside.accepted, inside.accepted]).toEqual([1, 0]);
  });

  it('leaves out the private one of two addresses', async () => {
    const inside = await scene.tcp((socket) => socket.end(), '127.0.0.1');
    await scene.tcp((socket) => socket.end(), '127.0.53.1', inside.port);
    scene.dns.set('both.example', 'A', ['127.0.0.1', '127.0.53.1']);
    const connection = await scene.outbound.connect({ host: 'both.example', port: inside.port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, address: '127.0.53.1' });
    if (connection.ok) connection.socket.destroy();
    expect(inside.accepted).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
  ])('opens no socket to %s', async (host) => {
    const inside = await scene.tcp((socket) => socket.end(), '127.0.0.1');
    const connection = await scene.outbound.connect({ host, port: inside.port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: false, reason: 'forbidden_address' });
    expect(inside.accepted).toBe(0);
  });

  it('names a refused connection and its address', async () => {
    const { server, port } = await scene.tcp(() => {});
    server.close();
    await once(server, 'close');
    expect(await scene.outbound.connect({ host: '127.0.53.1', port }, scene.deadline(2000))).toEqual({
      ok: false,
      phase: 'connect',
      reason: 'refused',
      code: 'ECONNREFUSED',
      message: `Connection refused by 127.0.53.1:${port}`,
      phases: { dns: null, connect: null, tls: null },
    });
  });

  it('ends with the deadline when nobody answers', async () => {
    const port = await scene.unanswering('127.0.53.2');
    const startedAt = performance.now();
    expect(await scene.outbound.connect({ host: '127.0.53.2', port }, scene.deadline(200))).toMatchObject({
      phase: 'connect',
      reason: 'timeout',
      message: `No connection to 127.0.53.2:${port} within 0.2 seconds`,
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('ends when the caller gives up', async () => {
    const port = await scene.unanswering('127.0.53.2');
    const caller = new AbortController();
    const connecting = scene.outbound.connect({ host: '127.0.53.2', port }, scene.deadline(5000, caller.signal));
    setTimeout(() => caller.abort(), 20);
    expect(await connecting).toMatchObject({ phase: 'connect', reason: 'aborted' });
  });

  it('opens nothing when the deadline has ended before', async () => {
    const { port, ...server } = await scene.tcp(() => {});
    const over = scene.deadline(1000, AbortSignal.abort());
    expect(await scene.outbound.connect({ host: '127.0.53.1', port }, over)).toMatchObject({ reason: 'aborted' });
    expect(server.accepted).toBe(0);
  });

  it('goes on to the next address when one refuses', async () => {
    const { port } = await scene.tcp((socket) => socket.end(), '127.0.53.3');
    scene.dns.set('a.example', 'A', ['127.0.53.1', '127.0.53.2', '127.0.53.3']);
    const connection = await scene.outbound.connect({ host: 'a.example', port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, address: '127.0.53.3' });
    if (connection.ok) connection.socket.destroy();
  });

  it('tries the next address beside one that does not answer', async () => {
    const port = await scene.unanswering('127.0.53.2');
    await scene.tcp((socket) => socket.end(), '127.0.53.3', port);
    scene.dns.set('a.example', 'A', ['127.0.53.2', '127.0.53.3']);
    const connection = await scene.outbound.connect({ host: 'a.example', port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, address: '127.0.53.3' });
    if (!connection.ok) return;
    expect(connection.phases.connect).toBeGreaterThan(200);
    expect(connection.phases.connect).toBeLessThan(1000);
    connection.socket.destroy();
  });

  it('falls back from IPv4 to IPv6', async () => {
    const outbound = new Outbound({ policy: anyAddress, resolver: dnsResolver({ servers: [scene.dns.address] }) });
    const { port } = await scene.tcp((socket) => socket.end(), '::1');
    scene.dns.set('a.example', 'A', ['127.0.53.9']).set('a.example', 'AAAA', ['::1']);
    const connection = await outbound.connect({ host: 'a.example', port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, address: '::1' });
    if (connection.ok) connection.socket.destroy();
  });

  it('connects to a host that has IPv6 alone', async () => {
    const outbound = new Outbound({ policy: anyAddress, resolver: dnsResolver({ servers: [scene.dns.address] }) });
    const { port } = await scene.tcp((socket) => socket.end(), '::1');
    scene.dns.set('six.example', 'A', []).set('six.example', 'AAAA', ['::1']);
    const connection = await outbound.connect({ host: 'six.example', port }, scene.deadline(2000));
    expect(connection).toMatchObject({ ok: true, address: '::1' });
    if (connection.ok) connection.socket.destroy();
  });

  it('says of several failed addresses what says most about the target', async () => {
    const { server, port } = await scene.tcp(() => {});
    server.close();
    await once(server, 'close');
    // A connection to 255.255.255.255 always fails, like one to IPv6 on a machine without it.
    const outbound = new Outbound({ policy: anyAddress, resolver: dnsResolver({ servers: [scene.dns.address] }) });
    scene.dns.set('a.example', 'A', ['255.255.255.255', '127.0.53.1']);
    expect(await outbound.connect({ host: 'a.example', port }, scene.deadline(2000))).toMatchObject({
      reason: 'refused',
      message: `Connection refused by 127.0.53.1:${port}`,
    });
  });
});

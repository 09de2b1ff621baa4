import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, waitFor } from '@vedette/test-kit';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { NatsLink } from '../src/link/nats-link.ts';
import { NatsScene, silentLogger } from './scene.ts';

let nats: NatsScene;
beforeEach(async () => {
  nats = await NatsScene.start();
});
afterEach(() => nats.stop());

describe('the NATS connection', () => {
  it('comes late, and tells those who have waited for it', async () => {
    await nats.store.pause();
    const link = nats.link();
    let told = 0;
    link.onConnect(() => {
      told += 1;
    });
    expect(link.isConnected).toBe(false);
    expect(link.connection).toBeUndefined();
    await nats.store.resume();
    await waitFor('the listener', () => told === 1);
    expect(link.connection).toBeDefined();
  });

  it('tells at once whoever asks after it is there', async () => {
    const link = await nats.connectedLink();
    let told = 0;
    link.onConnect(() => {
      told += 1;
    });
    expect(await waitFor('the listener', () => told || undefined)).toBe(1);
  });

  it('comes back by itself after the server was killed, and tells it again', async () => {
    const link = await nats.connectedLink();
    let told = 0;
    link.onConnect(() => {
      told += 1;
    });
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await nats.store.resume();
    await waitFor('the listener', () => told === 2);
    await expect(link.connection?.rtt()).resolves.toBeGreaterThanOrEqual(0);
  });

  it('tells the other listeners when one of them fails, and logs that one', async () => {
    const lines: string[] = [];
    const link = nats.link(silentLogger(lines));
    let told = false;
    link.onConnect(() => Promise.reject(new Error('stumbled')));
    link.onConnect(() => {
      told = true;
    });
    await waitFor('the second listener', () => told);
    expect(await waitFor('the line', () => lines.find((line) => line.includes('stumbled')))).toContain(
      '"level":"error"',
    );
  });

  it('says once, not at every attempt, that the server cannot be reached', async () => {
    const lines: string[] = [];
    const logger = silentLogger(lines);
    const link = new NatsLink({ url: `nats://127.0.0.1:${await freePort()}`, service: 'test', logger });
    await waitFor('the line', () => lines.length > 0);
    const started = performance.now();
    await waitFor('some attempts', () => performance.now() - started > 800);
    expect(lines).toHaveLength(1);
    await link.close();
  });

  it('sends no password to a server that offers no TLS, if the address asks for it', async () => {
    let heard = '';
    const impostor = createServer((socket) => {
      socket.write('INFO {"server_id":"x","version":"2.9.0","proto":1,"max_payload":1048576}\r\n');
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
    });
    impostor.listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    const lines: string[] = [];
    const url = `tls://test:s3cret@127.0.0.1:${port}`;
    const link = new NatsLink({ url, service: 'test', logger: silentLogger(lines) });
    expect(await waitFor('the refusal', () => lines[0])).toContain("server does not support 'tls'");
    expect(link.isConnected).toBe(false);
    expect(heard).toBe('');
    await link.close();
    impostor.close();
  });

  it('can be closed before it was ever open', async () => {
    await nats.store.pause();
    const link = nats.link();
    await link.close();
    expect(link.isConnected).toBe(false);
    await nats.store.resume();
  });

  it('can be closed while the server is away', async () => {
    const link = await nats.connectedLink();
    await nats.store.pause();
    await waitFor('the loss', () => !link.isConnected);
    await expect(link.close()).resolves.toBeUndefined();
    await nats.store.resume();
  });
});

import { describe, expect, it } from '@jest/globals';
import { launch } from '../src/stores/launch.ts';
import { poll } from '../src/poll.ts';
import { identityOf } from '../src/process-identity.ts';
import { isPortFree, reservePort } from '../src/reserve-port.ts';
import { createServer } from 'node:net';
import { once } from 'node:events';

const env = { PATH: '/usr/bin:/bin' };

describe('a launched process', () => {
  it('is asked to stop by its signal', async () => {
    const launched = await launch({ command: 'sleep', args: ['60'], env, stopSignal: 'SIGINT', output: 'pipe' });
    await expect(launched.stop(5_000)).resolves.toEqual({ code: null, signal: 'SIGINT' });
    expect(launched.hasExited()).toBe(true);
  });

  it('is killed when its grace is over, with all of its children', async () => {
    const script = `trap '' TERM; sleep 61 & echo $!; wait; wait`;
    const launched = await launch({ command: 'sh', args: ['-c', script], env, stopSignal: 'SIGTERM', output: 'pipe' });
    if (launched.stdout === null) throw new Error('no output');
    const [bytes] = (await once(launched.stdout, 'data')) as [Buffer];
    await expect(launched.stop(50)).resolves.toEqual({ code: null, signal: 'SIGKILL' });
    const child = Number(bytes.toString());
    const gone = await poll(async () => identityOf(child) === undefined || undefined, { timeoutMs: 5_000 });
    expect(gone).toBe(true);
  });

  it('stops once however often it is told to', async () => {
    const launched = await launch({ command: 'true', args: [], env, stopSignal: 'SIGTERM', output: 'pipe' });
    await launched.exited;
    await expect(launched.stop(10)).resolves.toEqual({ code: 0, signal: null });
    launched.signal('SIGTERM');
  });
});

describe('a reserved port', () => {
  it('is free, outside the range of outgoing connections, and nobody else is given it', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, reservePort));
    expect(new Set(ports).size).toBe(200);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(15_000);
    expect(Math.max(...ports)).toBeLessThan(32_000);
  });

  it.each([
    ['127.0.0.1', undefined],
    ['all addresses', '::'],
  ])('is not free while something listens on %s', async (_, host) => {
    const port = await reservePort();
    const server = createServer().listen({ port, host: host ?? '127.0.0.1' });
    await once(server, 'listening');
    await expect(isPortFree(port)).resolves.toBe(false);
    server.close();
    await once(server, 'close');
    await expect(isPortFree(port)).resolves.toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { inPlaces } from '../src/runner/busy-places.ts';

describe('places', () => {
  it('are held by no more pieces of work at a time than there are', async () => {
    const name = randomUUID();
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => void setTimeout(resolve, 20));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => inPlaces(1, name, 2, work)));
    expect([most, running]).toEqual([2, 0]);
  });

  it('are given to work in the order in which it has come', async () => {
    const name = randomUUID();
    const order: number[] = [];
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = inPlaces(1, name, 2, () => {
      begun.resolve();
      return over.promise;
    });
    await begun.promise;
    // The first of them needs both places, so the second could begin before it.
    const waiting = [2, 1, 2, 1].map((needed, index) => inPlaces(needed, name, 2, async () => order.push(index)));
    over.resolve();
    await Promise.all([running, ...waiting]);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('are all held by work that needs all of them', async () => {
    const name = randomUUID();
    let running = 0;
    const work = async (): Promise<number> => {
      running += 1;
      await new Promise((resolve) => void setTimeout(resolve, 20));
      return running--;
    };
    const alone = [inPlaces(2, name, 2, work), inPlaces(2, name, 2, work)];
    const besides = Array.from({ length: 4 }, () => inPlaces(1, name, 2, work));
    expect(await Promise.all(alone)).toEqual([1, 1]);
    expect(Math.max(...(await Promise.all(besides)))).toBe(2);
  });

  it('are free again when the work fails', async () => {
    const name = randomUUID();
    const failing = inPlaces(1, name, 1, () => Promise.reject(new Error('stumbled')));
    await expect(failing).rejects.toThrow('stumbled');
    await expect(inPlaces(1, name, 1, async () => 'done')).resolves.toBe('done');
  });

  it('are free again when the process that holds one is killed', async () => {
    const name = randomUUID();
    const holder = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen('\\0${name}-0', () => console.log('held'))`,
    ]);
    await once(holder.stdout, 'data');
    let isKilled = false;
    const waiting = inPlaces(1, name, 1, async () => isKilled);
    isKilled = holder.kill('SIGKILL');
    await expect(waiting).resolves.toBe(true);
  });
});

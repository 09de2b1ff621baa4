import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { whenSettled } from './when-settled.ts';

const answered = () => Promise.resolve('answer');
const failed = () => Promise.reject(new Error('unexpected'));

describe('waiting for all reads', () => {
  it.each([
    { name: 'nothing is on its way', reads: [] },
    { name: 'the answer is there', reads: [answered] },
    { name: 'the read has failed', reads: [failed] },
    { name: 'the read that was asked for meanwhile is over', reads: [answered, answered] },
    { name: 'the read that was asked for after a failed one is over', reads: [failed, answered] },
  ])('is over when $name', async ({ reads }) => {
    const left = [...reads];
    await expect(whenSettled(() => left.shift()?.())).resolves.toBeUndefined();
    expect(left).toEqual([]);
  });

  it('goes on until the answer is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let reading: Promise<void> | undefined = promise;
    let isSettled = false;
    const waiting = whenSettled(() => reading).then(() => (isSettled = true));
    await setImmediate();
    expect(isSettled).toBe(false);
    reading = undefined;
    resolve();
    await waiting;
  });
});

import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.ts';

const never = new AbortController().signal;

describe('Slots', () => {
  it('lets no more in than it has places, and the others in turn', async () => {
    const slots = new Slots(2);
    const entered: number[] = [];
    const enter = async (id: number): Promise<void> => {
      await slots.take(never);
      entered.push(id);
    };
    const all = [1, 2, 3, 4].map(enter);
    await Promise.all(all.slice(0, 2));
    expect(entered).toEqual([1, 2]);
    slots.release();
    await all[2];
    expect(entered).toEqual([1, 2, 3]);
    slots.release();
    await all[3];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('forgets who gave up waiting', async () => {
    const slots = new Slots(1);
    await slots.take(never);
    const caller = new AbortController();
    const given = slots.take(caller.signal);
    const patient = slots.take(never);
    caller.abort();
    await expect(given).rejects.toThrow('aborted');
    slots.release();
    await expect(patient).resolves.toBeUndefined();
  });

  it('lets nobody in who has given up before', () => {
    expect(() => new Slots(1).take(AbortSignal.abort())).toThrow('aborted');
  });
});

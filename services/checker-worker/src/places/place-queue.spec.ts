import { describe, expect, it } from '@jest/globals';
import { PlaceQueue } from './place-queue.ts';

const never = new AbortController().signal;

describe('PlaceQueue', () => {
  it('lets no more in than it has places, and the others in turn', async () => {
    const places = new PlaceQueue(2);
    const entered: number[] = [];
    const enter = async (id: number): Promise<void> => {
      await places.take(never);
      entered.push(id);
    };
    const all = [1, 2, 3, 4].map(enter);
    await Promise.all(all.slice(0, 2));
    expect(entered).toEqual([1, 2]);
    places.release();
    await all[2];
    expect(entered).toEqual([1, 2, 3]);
    places.release();
    await all[3];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('forgets who gave up waiting', async () => {
    const places = new PlaceQueue(1);
    await places.take(never);
    const caller = new AbortController();
    const given = places.take(caller.signal);
    const patient = places.take(never);
    caller.abort();
    await expect(given).rejects.toThrow('aborted');
    places.release();
    await expect(patient).resolves.toBeUndefined();
  });

  it('lets nobody in who has given up before', () => {
    expect(() => new PlaceQueue(1).take(AbortSignal.abort())).toThrow('aborted');
  });
});

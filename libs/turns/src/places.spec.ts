import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Places, type PlacesOptions } from './places.ts';

/** Takes places for organizations (the first letter of each name) and records which requests are started or refused. */
class Scene {
  readonly places: Places;
  readonly started: string[] = [];
  readonly refused: string[] = [];
  #ended = 0;

  nowMs = 0;

  constructor(options: Partial<PlacesOptions>) {
    this.places = new Places({ places: 2, maxWaiting: 100, now: () => this.nowMs, ...options });
  }

  take(...names: string[]): void {
    for (const name of names) {
      this.places.take(name.slice(0, 1), {
        start: () => this.started.push(name),
        refuse: () => this.refused.push(name),
      });
    }
  }

  pass(ms: number): void {
    this.nowMs += ms;
    jest.advanceTimersByTime(ms);
  }

  /** Ends the requests that were started first. */
  release(times: number): void {
    for (let i = 0; i < times; i += 1) {
      this.#ended += 1;
      this.places.release(this.started[this.#ended - 1]?.slice(0, 1) ?? '');
    }
  }
}

describe('places', () => {
  it('are all for an organization that is alone', () => {
    const scene = new Scene({});
    scene.take('a1', 'a2', 'a3');
    expect([scene.started, scene.places.taken, scene.places.waiting]).toEqual([['a1', 'a2'], 2, 1]);
  });

  it('go round when all are taken: a burst does not hold another organization up', () => {
    const scene = new Scene({});
    scene.take('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1');
    scene.release(4);
    expect(scene.started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
  });

  it('are free again when nobody waits', () => {
    const scene = new Scene({});
    scene.take('a1', 'a2', 'a3');
    scene.release(3);
    expect(scene.places.taken).toBe(0);
    scene.take('b1');
    expect(scene.started).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('may become more, and fewer than are taken', () => {
    const scene = new Scene({});
    scene.take('a1', 'a2', 'a3', 'a4', 'a5');
    scene.places.resize(3);
    expect(scene.started).toEqual(['a1', 'a2', 'a3']);
    scene.places.resize(1);
    scene.release(2);
    expect([scene.started, scene.places.taken]).toEqual([['a1', 'a2', 'a3'], 1]);
    scene.release(1);
    expect(scene.started).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('refuse the organization with the most waiting when too many wait, never another one', () => {
    const scene = new Scene({ maxWaiting: 3 });
    scene.take('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'a6');
    expect(scene.refused).toEqual(['a5', 'a4', 'a6']);
    scene.release(3);
    expect(scene.started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  });

  it('refuse what waits beyond the limit of one organization, and its next one when its turn has come', () => {
    const scene = new Scene({ places: 1, maxWaitingOfEach: 2 });
    scene.take('a1', 'a2', 'a3', 'a4', 'b1', 'b2');
    expect(scene.refused).toEqual(['a4']);
    scene.release(1);
    scene.take('a5', 'a6');
    expect(scene.refused).toEqual(['a4', 'a6']);
    scene.release(5);
    expect(scene.started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a5']);
  });

  it('leave each its share while several have work, however much one asks for', () => {
    const scene = new Scene({ places: 10, contendedPlaces: 4 });
    scene.take('b1', 'a1', 'a2', 'a3', 'a4');
    expect(scene.started).toEqual(['b1', 'a1', 'a2']);
    scene.take('b2', 'c1');
    expect(scene.started).toEqual(['b1', 'a1', 'a2', 'b2', 'c1']);
  });

  it('are left for the next organization, however long others keep theirs', () => {
    const scene = new Scene({ places: 8, mostPlaces: 8 });
    scene.take('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1', 'd1');
    expect(scene.started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']);
    scene.release(1);
    expect(scene.started.slice(8)).toEqual(['d1']);
    scene.release(3);
    expect(scene.started.slice(9)).toEqual(['a6', 'b3']);
  });

  it('are all for work of nobody', () => {
    const places = new Places({ places: 4, mostPlaces: 4, maxWaiting: 10 });
    let started = 0;
    for (let i = 0; i < 5; i += 1) places.take('', { start: () => (started += 1), refuse: () => undefined });
    expect(started).toBe(4);
  });

  it('are all for one again when the others have had no work for a second', () => {
    const scene = new Scene({ places: 10, contendedPlaces: 4 });
    scene.take('b1', 'a1', 'a2', 'a3', 'a4');
    scene.release(1);
    scene.nowMs = 999;
    scene.release(1);
    expect(scene.started).toEqual(['b1', 'a1', 'a2']);
    scene.nowMs = 1_000;
    scene.release(1);
    scene.take('a5', 'a6', 'a7');
    expect(scene.started).toEqual(['b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
  });

  it('are kept for a pause after much work beside others, while more waits', () => {
    const scene = new Scene({ places: 10, contendedPlaces: 8 });
    scene.take('b1', 'a1');
    scene.nowMs = 500;
    expect(scene.places.pauseAfter('a', 3)).toBe(0);
    scene.take('a2');
    expect([scene.places.pauseAfter('a', 3), scene.places.pauseAfter('b', 3)]).toEqual([3, 0]);
  });

  it('are one for much work beside others, and more again for a burst after a rest', () => {
    const scene = new Scene({ places: 10, contendedPlaces: 8 });
    scene.take('b1', 'a1');
    scene.nowMs = 500;
    scene.take('a2', 'b2');
    expect(scene.started).toEqual(['b1', 'a1']);
    scene.release(2);
    expect(scene.started).toEqual(['b1', 'a1', 'b2', 'a2']);
    scene.release(2);
    scene.nowMs = 1_400;
    scene.take('b3', 'a3', 'a4', 'a5', 'a6', 'a7');
    expect(scene.started.slice(4)).toEqual(['b3', 'a3', 'a4', 'a5', 'a6']);
  });

  describe('as time passes', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('refuse who has waited too long, and nobody who was started', () => {
      const scene = new Scene({ patienceMs: 3_000 });
      scene.take('a1', 'a2', 'a3');
      jest.advanceTimersByTime(2_000);
      scene.take('b1');
      scene.release(1);
      jest.advanceTimersByTime(2_999);
      expect(scene.refused).toEqual([]);
      jest.advanceTimersByTime(1);
      expect([scene.started, scene.refused, scene.places.waiting]).toEqual([['a1', 'a2', 'a3'], ['b1'], 0]);
    });

    it('are for who waits when the others have had no work for a second, also if none of its requests ends', () => {
      const scene = new Scene({ places: 4, contendedPlaces: 4 });
      scene.take('b1', 'a1', 'a2', 'a3', 'a4');
      scene.release(1);
      scene.pass(999);
      expect(scene.started).toEqual(['b1', 'a1', 'a2']);
      scene.pass(1);
      expect([scene.started, scene.places.waiting]).toEqual([['b1', 'a1', 'a2', 'a3', 'a4'], 0]);
      expect(jest.getTimerCount()).toBe(0);
    });

    it('need no timer while all are taken', () => {
      const scene = new Scene({ places: 2, contendedPlaces: 2 });
      scene.take('b1', 'a1', 'a2');
      expect([scene.places.waiting, jest.getTimerCount()]).toEqual([1, 0]);
    });
  });
});

describe('work in a place', () => {
  const never = new AbortController().signal;
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    return { run: () => promise, end: () => resolve('done'), fail: () => reject(new Error('broken')) };
  };

  it('begins when it is its turn, and gives the place back however it ends', async () => {
    const places = new Places({ places: 1, maxWaiting: 10 });
    const [first, second, third] = [work(), work(), work()];
    const all = [first, second, third].map(({ run }) => places.run('a', run, never));
    expect([places.taken, places.waiting]).toEqual([1, 2]);
    first.end();
    expect(await all[0]).toBe('done');
    second.fail();
    await expect(all[1]).rejects.toThrow('broken');
    third.end();
    await all[2];
    expect([places.taken, places.waiting]).toEqual([0, 0]);
  });

  it('is refused when too much waits', async () => {
    const places = new Places({ places: 0, maxWaiting: 0, refusal: () => new Error('come back later') });
    await expect(places.run('a', work().run)).rejects.toThrow('come back later');
  });

  it('is not begun when its caller has given up, and the next one gets the place', async () => {
    const places = new Places({ places: 1, maxWaiting: 10 });
    const [first, next] = [work(), work()];
    const caller = new AbortController();
    let begun = 0;
    const count = async (): Promise<void> => void (begun += 1);
    const all = [places.run('a', first.run), places.run('a', next.run)];
    const given = places.run('a', count, caller.signal);
    const patient = places.run('a', count);
    caller.abort();
    await expect(given).rejects.toThrow('aborted');
    await expect(places.run('a', count, caller.signal)).rejects.toThrow('aborted');
    first.end();
    next.end();
    await Promise.all([...all, patient]);
    expect([begun, places.taken]).toEqual([1, 0]);
  });
});

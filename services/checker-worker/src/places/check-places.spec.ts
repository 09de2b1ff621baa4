import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SLOW_AFTER_MS } from '@vedette/contract';
import { Lifecycle } from '@vedette/service-host';
import { createLogger } from '@vedette/telemetry';
import type { DividedPlaces } from './capacity.ts';
import { CheckPlaces, CUT_OFF, type Kind, type Place } from './check-places.ts';

/** Work that ends when the test ends it, or when its signal fires. */
function work() {
  const ended = Promise.withResolvers<void>();
  const run = ({ signal }: Place): Promise<void> => {
    signal.addEventListener('abort', () => ended.reject(new Error(String(signal.reason))));
    return ended.promise;
  };
  return { run, end: () => ended.resolve() };
}
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

let lifecycle: Lifecycle;
beforeEach(() => {
  lifecycle = new Lifecycle(createLogger('test', 'error'));
});
afterEach(() => lifecycle.stop());

function newPlaces(change: Partial<DividedPlaces>): CheckPlaces {
  const most = { scheduled: 9, slow: 3, byHand: 1, confirmations: 1, slowConfirmations: 1 };
  const places = new CheckPlaces(lifecycle, { ...most, ...change });
  void lifecycle.start();
  return places;
}

describe('CheckPlaces', () => {
  it('runs no more at once than it may, the others in order', async () => {
    const places = newPlaces({ scheduled: 2 });
    const jobs = [1, 2, 3].map(() => work());
    const started: number[] = [];
    const all = jobs.map((job, i) =>
      places.run('FAST', 'org', (place) => {
        started.push(i);
        return job.run(place);
      }),
    );
    expect([started, places.running('FAST'), places.waiting('FAST')]).toEqual([[0, 1], 2, 1]);
    jobs[1]?.end();
    await all[1];
    await nextTurn();
    expect([started, places.running('FAST'), places.waiting('FAST')]).toEqual([[0, 1, 2], 2, 0]);
    for (const job of jobs) job.end();
    await Promise.all(all);
    expect(places.running('FAST')).toBe(0);
  });

  it('has places of their own for those that somebody waits for', async () => {
    const places = newPlaces({ scheduled: 1, byHand: 1 });
    const [scheduled, first, second] = [work(), work(), work()];
    const all = [
      places.run('FAST', 'a', scheduled.run),
      places.run('BY_HAND', 'a', first.run),
      places.run('BY_HAND', 'a', second.run),
    ];
    expect([places.running('FAST'), places.running('BY_HAND'), places.waiting('BY_HAND')]).toEqual([1, 1, 1]);
    for (const job of [scheduled, first, second]) job.end();
    await Promise.all(all);
  });

  it.each<Kind>(['FAST', 'SLOW', 'BY_HAND'])('lets organizations take turns: %s', async (kind) => {
    const places = newPlaces({ scheduled: 1, slow: 1, byHand: 1 });
    const first = work();
    const order: string[] = [];
    const note = (name: string) => async (): Promise<void> => void order.push(name);
    const all = [
      places.run(kind, 'a', first.run),
      ...['a1', 'a2', 'a3', 'b1'].map((name) => places.run(kind, name.slice(0, 1), note(name))),
    ];
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('hands on what the work returns and throws, and frees the place either way', async () => {
    const places = newPlaces({ scheduled: 1 });
    expect(await places.run('FAST', 'org', async () => 'done')).toBe('done');
    await expect(places.run('FAST', 'org', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await places.run('FAST', 'org', async () => 'again')).toBe('again');
  });

  it('starts a burst over several turns of the event loop', async () => {
    const places = newPlaces({ scheduled: 1_000 });
    const jobs = Array.from({ length: 40 }, () => work());
    const all = jobs.map((job) => places.run('FAST', 'org', job.run));
    expect(places.running('FAST')).toBeLessThan(40);
    for (let turns = 0; places.running('FAST') < 40 && turns < 10; turns++) await nextTurn();
    expect(places.running('FAST')).toBe(40);
    for (const job of jobs) job.end();
    await Promise.all(all);
  });

  it('tells when there is room', async () => {
    const places = newPlaces({ scheduled: 1 });
    let told = 0;
    places.onRoom(() => (told += 1));
    await places.run('FAST', 'org', async () => {});
    await nextTurn();
    expect(told).toBeGreaterThan(0);
  });

  it('gives up all scheduled checks, and none that somebody waits for', async () => {
    const places = newPlaces({});
    const [fast, slow, byHand] = [work(), work(), work()];
    const given = [places.run('FAST', 'a', fast.run), places.run('SLOW', 'a', slow.run)];
    const kept = places.run('BY_HAND', 'a', byHand.run);
    places.giveUpScheduled();
    for (const run of given) await expect(run).rejects.toThrow('AbortError');
    byHand.end();
    await kept;
  });
});

describe('a fast check that becomes slow', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());
  const becomeSlow = (): Promise<void> => jest.advanceTimersByTimeAsync(SLOW_AFTER_MS + 200);

  it('gives its place to the next fast one, and counts as slow from then on', async () => {
    const places = newPlaces({ scheduled: 2, slow: 1 });
    const jobs = Array.from({ length: 3 }, () => work());
    const all = jobs.map((job) => places.run('FAST', 'a', job.run));
    expect([places.running('FAST'), places.waiting('FAST')]).toEqual([2, 1]);
    await becomeSlow();
    expect([places.running('FAST'), places.waiting('FAST')]).toEqual([1, 0]);
    expect([places.running('SLOW'), places.of('SLOW').free]).toEqual([2, -1]);
    expect(places.slowest(5)).toEqual([{ organizationId: 'a', places: 2 }]);
    const slow = work();
    const waiting = places.run('SLOW', 'b', slow.run);
    expect(places.waiting('SLOW')).toBe(1);
    for (const job of [...jobs, slow]) job.end();
    await Promise.all([...all, waiting]);
    expect([places.running('FAST'), places.running('SLOW')]).toEqual([0, 0]);
  });

  it('is cut off when there are more than can be held: the newest of the organization with the most', async () => {
    const places = newPlaces({ scheduled: 2, slow: 1 });
    const ended: string[] = [];
    const begin = (name: string): void => {
      places.run('FAST', name.slice(0, 1), work().run).catch((error: Error) => ended.push(`${name}: ${error.message}`));
    };
    for (const name of ['a1', 'b1']) begin(name);
    await becomeSlow();
    for (const name of ['a2', 'b2']) begin(name);
    await becomeSlow();
    expect([places.running('FAST'), places.running('SLOW')]).toEqual([0, 4]);
    begin('c1');
    await jest.advanceTimersByTimeAsync(0);
    expect(ended).toEqual([`a2: ${CUT_OFF}`]);
    expect([places.running('FAST'), places.running('SLOW')]).toEqual([1, 3]);
    places.giveUpScheduled();
  });

  it('keeps its place for twice as long when it has found something', async () => {
    const places = newPlaces({ scheduled: 1, slow: 1 });
    const job = work();
    const run = places.run('FAST', 'a', (place) => {
      place.keep();
      return job.run(place);
    });
    await becomeSlow();
    expect([places.running('FAST'), places.running('SLOW')]).toEqual([1, 0]);
    await becomeSlow();
    expect([places.running('FAST'), places.running('SLOW')]).toEqual([0, 1]);
    job.end();
    await run;
  });

  it('is not cut off when it has found something: others wait', async () => {
    const places = newPlaces({ scheduled: 1, slow: 1 });
    const jobs = Array.from({ length: 3 }, () => work());
    const all: Promise<void>[] = [];
    for (const job of jobs) {
      all.push(
        places.run('FAST', 'a', (place) => {
          place.keep();
          return job.run(place);
        }),
      );
      await becomeSlow();
      await becomeSlow();
    }
    expect([places.running('FAST'), places.running('SLOW'), places.waiting('FAST')]).toEqual([0, 2, 1]);
    for (const job of jobs) job.end();
    await Promise.all(all);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@vedette/telemetry';
import { startRedisForSuite, type SuiteStore, waitFor } from '@vedette/test-kit';
import { Redis } from 'ioredis';
import { openRedis } from '../src/limits/redis.ts';
import { RequestCounter } from '../src/limits/request-counter.ts';

let store: SuiteStore;
let redis: Redis;
let connections: [Redis, Redis];
let counters: [RequestCounter, RequestCounter];

beforeAll(async () => {
  store = await startRedisForSuite();
  redis = new Redis(store.url);
  const logger = createLogger('test', 'error');
  const newCounter = (connection: Redis): RequestCounter => new RequestCounter(connection, logger, new Metrics('test'));
  connections = [openRedis(store.url, logger), openRedis(store.url, logger)];
  counters = [newCounter(connections[0]), newCounter(connections[1])];
  for (const [index, counter] of counters.entries()) {
    await waitFor('a counter that counts in Redis', async () => {
      await counter.count(`ready ${index}`, Date.now());
      return (await redis.keys(`*ready ${index}`)).length === 1;
    });
  }
});

afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  redis.disconnect();
  await store.stop();
});

async function countsOf(counter: RequestCounter, buckets: readonly string[]): Promise<number[]> {
  const windows = await Promise.all(buckets.map((bucket) => counter.count(bucket, Date.now())));
  return windows.map(({ count }) => count);
}

async function roundTrips(): Promise<number> {
  const calls = (await redis.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('requests that come together', () => {
  it('are counted each for itself and in their order, in one round trip', async () => {
    const before = await roundTrips();
    expect(await countsOf(counters[0], ['a', 'b', 'a', 'c', 'a', 'b'])).toEqual([1, 1, 2, 1, 3, 2]);
    expect((await roundTrips()) - before).toBe(1);
  });

  it('are counted in several round trips when they are many, none twice and none left out', async () => {
    const many = Array.from({ length: 1_203 }, () => 'many');
    const before = await roundTrips();
    expect(await countsOf(counters[0], many)).toEqual(upTo(1_203));
    expect((await roundTrips()) - before).toBe(3);
  });

  it('are counted exactly across gateways', async () => {
    const shared = Array.from({ length: 100 }, () => 'shared');
    const counts = await Promise.all(counters.map((counter) => countsOf(counter, shared)));
    expect(counts.flat().toSorted((a, b) => a - b)).toEqual(upTo(200));
  });

  it('have the windows of their own buckets', async () => {
    await counters[0].count('early', Date.now());
    await redis.pexpire('vedette:{rate}:early', 20_000);
    const [early, fresh] = await Promise.all(['early', 'fresh'].map((bucket) => counters[0].count(bucket, Date.now())));
    expect(early?.resetMs).toBeLessThanOrEqual(20_000);
    expect(fresh).toEqual({ count: 1, resetMs: 60_000 });
  });
});

it('gives a window without an end one', async () => {
  await redis.set('vedette:{rate}:endless', 7);
  expect(await counters[0].count('endless', Date.now())).toEqual({ count: 8, resetMs: 60_000 });
  expect(await redis.pttl('vedette:{rate}:endless')).toBeGreaterThan(0);
});

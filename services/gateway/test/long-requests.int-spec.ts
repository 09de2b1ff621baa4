import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_LONG_REQUESTS } from '@vedette/contract';
import { createLogger } from '@vedette/telemetry';
import { startRedisForSuite, type SuiteStore, waitFor } from '@vedette/test-kit';
import type { Redis } from 'ioredis';
import { LeasedPlaces, RENEW_MS } from '../src/limits/leased-places.ts';
import { LongRequests } from '../src/limits/long-requests.ts';
import { openRedis } from '../src/limits/redis.ts';

const logger = createLogger('test', 'error');
let store: SuiteStore;
let connections: Redis[];
let renewals: NodeJS.Timeout[];
let organizations = 0;
let organizationId: string;

beforeAll(async () => {
  store = await startRedisForSuite();
});

beforeEach(() => {
  connections = [];
  renewals = [];
  organizations += 1;
  organizationId = `org_${organizations}`;
});

afterEach(() => {
  for (const renewal of renewals) clearInterval(renewal);
  for (const connection of connections) connection.disconnect();
});

afterAll(() => store.stop());

interface Gateway {
  enter(number: number, organization?: string): Promise<boolean>;
  leave(number: number): void;
  /** As a process that is killed or paused: it says nothing more. */
  pause(): void;
  goOn(): void;
}

async function openGateway(url = store.url): Promise<Gateway> {
  const connection = openRedis(url, logger);
  connections.push(connection);
  if (url === store.url) await waitFor('a connection to Redis', () => connection.status === 'ready');
  const places = new LeasedPlaces(connection, logger);
  const requests = new LongRequests(places);
  let renewal: NodeJS.Timeout;
  const goOn = (): void => {
    renewal = setInterval(() => void places.renew(), RENEW_MS);
    renewals.push(renewal);
  };
  goOn();
  return {
    enter: (number, organization = organizationId) => requests.enter(organization, `${organization}_${number}`),
    leave: (number) => requests.leave(`${organizationId}_${number}`),
    pause: () => clearInterval(renewal),
    goOn,
  };
}

async function enterAll(gateway: Gateway, from: number, to: number): Promise<boolean[]> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  return Promise.all(numbers.map((number) => gateway.enter(number)));
}

/** How long the last of the places counts, by the clock of Redis. */
async function longestLeaseMs(): Promise<number> {
  const [redis] = connections;
  if (redis === undefined) throw new Error('No gateway is open');
  const [, until] = await redis.zrevrange(`long-requests:${organizationId}`, 0, 0, 'WITHSCORES');
  const [seconds = 0, microseconds = 0] = (await redis.time()).map(Number);
  return Number(until) - (seconds * 1_000 + Math.floor(microseconds / 1_000));
}

describe('long requests of an organization', () => {
  it('are bounded over all gateways, and leave room when they end', async () => {
    const [one, other] = [await openGateway(), await openGateway()];
    const half = MAX_LONG_REQUESTS / 2;
    expect(await enterAll(one, 0, half)).not.toContain(false);
    expect(await enterAll(other, half, MAX_LONG_REQUESTS)).not.toContain(false);
    expect(await one.enter(1_000)).toBe(false);
    expect(await other.enter(1_001)).toBe(false);
    other.leave(half);
    await waitFor('room for one more', () => one.enter(1_002));
    expect(await other.enter(1_003)).toBe(false);
  });

  it('do not concern another organization', async () => {
    const gateway = await openGateway();
    await enterAll(gateway, 0, MAX_LONG_REQUESTS);
    expect(await gateway.enter(1_000)).toBe(false);
    expect(await gateway.enter(1_000, `${organizationId}_other`)).toBe(true);
  });

  it('count as long as their gateway lives, and three seconds after its death no more', async () => {
    const [dying, alive] = [await openGateway(), await openGateway()];
    await enterAll(dying, 0, MAX_LONG_REQUESTS);
    const startedAt = performance.now();
    await waitFor('more than a lease', async () => {
      expect(await alive.enter(1_000)).toBe(false);
      return performance.now() - startedAt > 4_000;
    });
    dying.pause();
    expect(await longestLeaseMs()).toBeLessThanOrEqual(3_000);
    await waitFor('the leases to end', () => alive.enter(1_000));
  });

  it('count again when their gateway was paused, or Redis has lost its data', async () => {
    const [paused, other] = [await openGateway(), await openGateway()];
    await enterAll(paused, 0, MAX_LONG_REQUESTS);
    paused.pause();
    await waitFor('the leases to end', () => other.enter(1_000));
    paused.goOn();
    const isFull = async (): Promise<boolean> => {
      if (!(await other.enter(1_001))) return true;
      other.leave(1_001);
      return false;
    };
    expect(await waitFor('the leases of the paused one', isFull)).toBe(true);
    await connections[0]?.flushall();
    expect(await waitFor('the leases after a loss', isFull)).toBe(true);
  });

  it('are bounded by each gateway for itself while Redis is away', async () => {
    const gateway = await openGateway('redis://127.0.0.1:1');
    expect(await enterAll(gateway, 0, MAX_LONG_REQUESTS)).not.toContain(false);
    expect(await gateway.enter(1_000)).toBe(false);
    gateway.leave(0);
    expect(await gateway.enter(1_001)).toBe(true);
  });
});

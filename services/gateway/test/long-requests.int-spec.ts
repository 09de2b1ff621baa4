import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_LONG_REQUESTS } from '@vedette/contract';
import { createLogger } from '@vedette/telemetry';
import { startRedisForSuite, type SuiteStore, waitFor } from '@vedette/test-kit';
import type { Redis } from 'ioredis';
import { LongRequests, type LongRequest } from '../src/limits/long-requests.ts';
import { openRedis } from '../src/limits/redis.ts';

const logger = createLogger('test', 'error');
let store: SuiteStore;
let connections: Redis[];
let organizations = 0;
let organizationId: string;

beforeAll(async () => {
  store = await startRedisForSuite();
});

beforeEach(() => {
  connections = [];
  organizations += 1;
  organizationId = `org_${organizations}`;
});

afterEach(() => {
  for (const connection of connections) connection.disconnect();
});

afterAll(() => store.stop());

/** The long requests of one gateway. */
async function openGateway(url = store.url): Promise<LongRequests> {
  const connection = openRedis(url, logger);
  connections.push(connection);
  if (url === store.url) await waitFor('a connection to Redis', () => connection.status === 'ready');
  return new LongRequests(connection, logger);
}

const request = (number: number, rest: Partial<LongRequest> = {}): LongRequest => ({
  organizationId,
  requestId: `req_${number}`,
  deadlineMs: 60_000,
  ...rest,
});

async function enterAll(gateway: LongRequests, from: number, to: number): Promise<boolean[]> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  return Promise.all(numbers.map((number) => gateway.enter(request(number))));
}

describe('long requests of an organization', () => {
  it('are bounded over all gateways, and leave room when they end', async () => {
    const [one, other] = [await openGateway(), await openGateway()];
    const half = MAX_LONG_REQUESTS / 2;
    expect(await enterAll(one, 0, half)).not.toContain(false);
    expect(await enterAll(other, half, MAX_LONG_REQUESTS)).not.toContain(false);
    expect(await one.enter(request(1_000))).toBe(false);
    expect(await other.enter(request(1_001))).toBe(false);
    other.leave(request(half));
    await waitFor('room for one more', () => one.enter(request(1_002)));
    expect(await other.enter(request(1_003))).toBe(false);
  });

  it('do not concern another organization', async () => {
    const gateway = await openGateway();
    await enterAll(gateway, 0, MAX_LONG_REQUESTS);
    expect(await gateway.enter(request(1_000))).toBe(false);
    expect(await gateway.enter(request(1_000, { organizationId: `${organizationId}_other` }))).toBe(true);
  });

  it('end with their lease when their gateway has died', async () => {
    const [dead, alive] = [await openGateway(), await openGateway()];
    for (let number = 0; number < MAX_LONG_REQUESTS; number += 1) {
      await dead.enter(request(number, { deadlineMs: -1_900 }));
    }
    expect(await waitFor('the leases to end', () => alive.enter(request(1_000)), { timeoutMs: 2_000 })).toBe(true);
  });

  it('are bounded by each gateway for itself while Redis is away', async () => {
    const gateway = await openGateway('redis://127.0.0.1:1');
    expect(await enterAll(gateway, 0, MAX_LONG_REQUESTS)).not.toContain(false);
    expect(await gateway.enter(request(1_000))).toBe(false);
    gateway.leave(request(0));
    expect(await gateway.enter(request(1_001))).toBe(true);
  });
});

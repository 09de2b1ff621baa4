import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reservePort, serviceEnvironment, SERVICES, type ServiceName } from '@vedette/local-stores';
import {
  createDatabase,
  spawnProcess,
  startNatsForSuite,
  startRedisForSuite,
  type ServiceEnvironment,
  type SuiteStore,
  type TestDatabase,
} from '@vedette/test-kit';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deployService, megabytesIn, migrateDeployed, type Deployed } from './support/deployed.ts';

/** Installing six services takes some twenty seconds on a machine that has nothing else to do. */
const TIMEOUT_MS = 180_000;

let nats: SuiteStore;
let redis: SuiteStore;
let database: TestDatabase;
let images: Map<ServiceName, Deployed>;
let boots: Map<ServiceName, Promise<void>>;

beforeAll(async () => {
  [nats, redis, database] = await Promise.all([startNatsForSuite(), startRedisForSuite(), createDatabase()]);
  images = new Map(
    await Promise.all(SERVICES.map(async (service) => [service, await deployService(service)] as const)),
  );
  boots = new Map(SERVICES.map((service) => [service, boot(service)]));
  // Each is awaited by its own test; none may go unheard before that.
  void Promise.allSettled(boots.values());
}, TIMEOUT_MS);

afterAll(async () => {
  await Promise.allSettled(boots.values());
  await Promise.all([nats.stop(), redis.stop(), database.drop(), ...[...images.values()].map((each) => each.remove())]);
});

function directoryOf(service: ServiceName): string {
  const found = images.get(service);
  if (found === undefined) throw new Error(`${service} was not deployed`);
  return found.directory;
}

describe.each(SERVICES.map((name) => [name] as const))('the contents of the image of %s', (service: ServiceName) => {
  it('migrate an empty database and boot for production', async () => {
    await expect(boots.get(service)).resolves.toBeUndefined();
  }, 120_000);

  it('are production dependencies alone, built and pruned', async () => {
    const directory = directoryOf(service);
    const installed = await readdir(join(directory, 'node_modules', '.pnpm'));
    const forDevelopment =
      /^(?:jest|typescript|prisma|prettier|oxlint|@vedette\+(?:test-kit|local-stores)|@swc\+core)@/;
    expect(installed.filter((name) => forDevelopment.test(name))).toEqual([]);
    expect(await readdir(directory)).not.toContain('src');
    expect(await megabytesIn(directory)).toBeLessThan(60);
  });
});

async function boot(service: ServiceName): Promise<void> {
  const directory = directoryOf(service);
  if (existsSync(join(directory, 'prisma'))) {
    expect(await migrateDeployed(directory, database.url)).toMatch(/^\w+: \d{14}_/);
  }
  const running = await spawnProcess(service, join(directory, 'dist/main.js'), await environment(), {
    readyTimeoutMs: 60_000,
  });
  await running.stop();
}

async function environment(): Promise<ServiceEnvironment> {
  const [gatewayPort, statusPagePort, heartbeatPort, internalPort] = [
    await reservePort(),
    await reservePort(),
    await reservePort(),
    await reservePort(),
  ];
  const stack = {
    databaseUrl: database.url,
    natsUrl: nats.url,
    redisUrl: redis.url,
    gatewayPort,
    statusPagePort,
    heartbeatPort,
    webhookSecretKey: randomBytes(32).toString('base64'),
    snapshotDirectory: join(directoryOf('status-page'), 'status-pages'),
  };
  return serviceEnvironment(stack, internalPort);
}

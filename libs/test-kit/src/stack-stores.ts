import { migrate } from '@vedette/database';
import { LOOPBACK, reservePort, SERVICES, type Stack } from '@vedette/local-stores';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testRun } from './config.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { inRepository } from './repository.ts';
import {
  startNatsForSuite,
  startPostgresForSuite,
  startRedisForSuite,
  type SuiteNats,
  type SuiteStore,
} from './suite-stores.ts';

export interface StackStores {
  /** Where everything is, and will be: the ports are reserved. */
  readonly stack: Stack;
  readonly nats: SuiteNats;
  readonly redis: SuiteStore;
  /** Undefined when the stack has a database on the server that all suites share. */
  readonly postgres: SuiteStore | undefined;
  stop(): Promise<void>;
}

export async function startStackStores(ownPostgres: boolean): Promise<StackStores> {
  const [nats, redis, database] = await Promise.all([
    startNatsForSuite(),
    startRedisForSuite(),
    ownPostgres ? ownDatabase() : sharedDatabase(),
  ]);
  const stack = {
    listenHost: LOOPBACK,
    databaseUrl: database.url,
    natsUrlOf: nats.urlOf,
    redisUrl: redis.url,
    gatewayPort: await reservePort(),
    statusPagePort: await reservePort(),
    heartbeatPort: await reservePort(),
    webhookSecretKey: randomBytes(32).toString('base64'),
    monitorSecretKey: randomBytes(32).toString('base64'),
    incidentSecretKey: randomBytes(32).toString('base64'),
    snapshotDirectory: join(testRun().directory, `status-pages-${randomBytes(6).toString('hex')}`),
  };
  return {
    stack,
    nats,
    redis,
    postgres: database.server,
    stop: async () => {
      await Promise.all([nats.stop(), redis.stop(), database.drop()]);
    },
  };
}

interface StackDatabase extends TestDatabase {
  readonly server: SuiteStore | undefined;
}

async function sharedDatabase(): Promise<StackDatabase> {
  return { ...(await createDatabase({ migrations: migratedServices() })), server: undefined };
}

async function ownDatabase(): Promise<StackDatabase> {
  const server = await startPostgresForSuite();
  for (const directory of migratedServices()) {
    // Migrations take a lock of their own, so one after the other.
    await migrate({ url: server.url, serviceDirectory: inRepository(directory) });
  }
  return { url: server.url, server, drop: () => server.stop() };
}

function migratedServices(): string[] {
  return SERVICES.map((name) => `services/${name}`).filter((path) => existsSync(inRepository(`${path}/prisma`)));
}

import { migrate } from '@vedette/database';
import { LOOPBACK, reservePort, SERVICES, type ServiceName, type Stack } from '@vedette/local-stores';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testRun } from '../config.ts';
import { createDatabase, type TestDatabase } from '../stores/database.ts';
import { inRepository } from '../repository.ts';
import {
  startNatsForSuite,
  startPostgresForSuite,
  startRedisForSuite,
  type SuiteNats,
  type SuiteStore,
} from '../stores/suite-stores.ts';

export type StoreName = 'nats' | 'postgres' | 'redis';

export interface StoreOptions {
  /** A PostgreSQL server of the stack's own, for tests that take it away. */
  readonly ownPostgres?: boolean;
  /** Settings of that server. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Directories that get the data of stores, for tests that fill a disk. */
  readonly directories?: Readonly<Partial<Record<StoreName, string>>>;
  /** Returns the port that services connect to instead of a store's port, for tests that stand in between. */
  readonly portInFront?: (store: StoreName, port: number) => Promise<number>;
}

export interface StackStores {
  /** Where everything is for the services, and will be: the ports are reserved. */
  readonly stack: Stack;
  /** The database itself, whatever stands before it. */
  readonly databaseUrl: string;
  readonly nats: SuiteNats;
  readonly redis: SuiteStore;
  /** Undefined when the stack has a database on the server that all suites share. */
  readonly postgres: SuiteStore | undefined;
  stop(): Promise<void>;
}

export async function startStackStores({
  ownPostgres = false,
  postgresSettings = {},
  directories = {},
  portInFront = (_store, port) => Promise.resolve(port),
}: StoreOptions): Promise<StackStores> {
  const [nats, redis, database] = await Promise.all([
    startNatsForSuite(directories.nats),
    startRedisForSuite(),
    ownPostgres ? ownDatabase(directories.postgres, postgresSettings) : sharedDatabase(),
  ]);
  const natsPort = await portInFront('nats', portOf(nats.url));
  const stack = await stackOn({
    databaseUrl: withPort(database.url, await portInFront('postgres', portOf(database.url))),
    natsUrlOf: (service: ServiceName) => withPort(nats.urlOf(service), natsPort),
    redisUrl: withPort(redis.url, await portInFront('redis', portOf(redis.url))),
  });
  return {
    stack,
    databaseUrl: database.url,
    nats,
    redis,
    postgres: database.server,
    stop: async () => {
      await Promise.all([nats.stop(), redis.stop(), database.drop()]);
    },
  };
}

/** Services on these stores, with ports, keys and a directory of their own. */
export async function stackOn(stores: Pick<Stack, 'databaseUrl' | 'natsUrlOf' | 'redisUrl'>): Promise<Stack> {
  return {
    ...stores,
    listenHost: LOOPBACK,
    gatewayPort: await reservePort(),
    statusPagePort: await reservePort(),
    heartbeatPort: await reservePort(),
    consolePort: await reservePort(),
    webhookSecretKey: randomBytes(32).toString('base64'),
    monitorSecretKey: randomBytes(32).toString('base64'),
    incidentSecretKey: randomBytes(32).toString('base64'),
    accountSecretKey: randomBytes(32).toString('base64'),
    snapshotDirectory: newSnapshotDirectory(),
  };
}

/** For a status-page service, which makes it; it is gone with the run. */
export function newSnapshotDirectory(): string {
  return join(testRun().directory, `status-pages-${randomBytes(6).toString('hex')}`);
}

interface StackDatabase extends TestDatabase {
  readonly server: SuiteStore | undefined;
}

async function sharedDatabase(): Promise<StackDatabase> {
  return { ...(await createDatabase({ migrations: migratedServices() })), server: undefined };
}

async function ownDatabase(
  parent: string | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<StackDatabase> {
  const server = await startPostgresForSuite(parent, settings);
  for (const directory of migratedServices()) {
    // Migrations take a lock of their own, so one after the other.
    await migrate({ url: server.url, serviceDirectory: inRepository(directory) });
  }
  return { url: server.url, server, drop: () => server.stop() };
}

function migratedServices(): string[] {
  return SERVICES.map((name) => `services/${name}`).filter((path) => existsSync(inRepository(`${path}/prisma`)));
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** What stands before a store has a port only, and no Unix socket. */
function withPort(url: string, port: number): string {
  if (port === portOf(url)) return url;
  const [address = ''] = url.split('?', 1);
  return address.replace(`@${LOOPBACK}:${portOf(url)}`, `@${LOOPBACK}:${port}`);
}

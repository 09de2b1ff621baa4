import {
  startNats,
  startPostgres,
  startRedis,
  type NatsStore,
  type PostgresOptions,
  type Store,
  type StoreOptions,
} from '@vedette/local-stores';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { testRun } from '../config.ts';

/** A store of the suite's own, which the suite may take away and give back. The address stays the same throughout. */
export interface SuiteStore {
  readonly url: string;
  /** Where its data lies. */
  readonly directory: string;
  /** Orderly, keeping the data. */
  pause(): Promise<void>;
  /** As a power cut would, keeping what has reached the disk. */
  kill(): Promise<void>;
  /** Comes back after `pause` or `kill`, with its data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Its `url` may do everything: a suite plays any service. Services of a stack have users of their own. */
export interface SuiteNats extends SuiteStore {
  readonly urlOf: NatsStore['urlOf'];
}

/** `parent`: the directory that gets the store's directory; that of the run when left out. */
export async function startNatsForSuite(parent?: string): Promise<SuiteNats> {
  const { suite, started } = await startForSuite('nats', startNats, parent);
  return { ...suite, urlOf: started.urlOf };
}

export async function startRedisForSuite(): Promise<SuiteStore> {
  return (await startForSuite('redis', startRedis)).suite;
}

/** For suites that take PostgreSQL away; all others share the run's server, each with a database of its own. */
export async function startPostgresForSuite(
  parent?: string,
  settings: PostgresOptions['settings'] = {},
): Promise<SuiteStore> {
  const start = (options: StoreOptions): Promise<Store> => startPostgres({ ...options, durable: false, settings });
  return (await startForSuite('postgres', start, parent)).suite;
}

async function startForSuite<Started extends Store>(
  kind: string,
  start: (options: StoreOptions) => Promise<Started>,
  parent = testRun().directory,
): Promise<{ readonly suite: SuiteStore; readonly started: Started }> {
  const dataDir = join(parent, `${kind}-${randomBytes(6).toString('hex')}`);
  const started = await start({ dataDir });
  let store: Store = started;
  const { url, port, directory } = store;
  const suite: SuiteStore = {
    url,
    directory,
    pause: () => store.stop(),
    kill: () => store.kill(),
    resume: async () => {
      store = await start({ dataDir, port });
    },
    stop: async () => {
      await store.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return { suite, started };
}

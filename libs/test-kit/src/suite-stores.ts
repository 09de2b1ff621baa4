import { startNats, startPostgres, startRedis, type Store, type StoreOptions } from '@vedette/local-stores';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { testRun } from './config.ts';

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

export function startNatsForSuite(): Promise<SuiteStore> {
  return startForSuite('nats', startNats);
}

export function startRedisForSuite(): Promise<SuiteStore> {
  return startForSuite('redis', startRedis);
}

/** For suites that take PostgreSQL away; all others share the run's server, each with a database of its own. */
export function startPostgresForSuite(): Promise<SuiteStore> {
  return startForSuite('postgres', (options) => startPostgres({ ...options, durable: false }));
}

async function startForSuite(kind: string, start: (options: StoreOptions) => Promise<Store>): Promise<SuiteStore> {
  const dataDir = join(testRun().directory, `${kind}-${randomBytes(6).toString('hex')}`);
  let store = await start({ dataDir });
  const { url, port, directory } = store;
  return {
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
}

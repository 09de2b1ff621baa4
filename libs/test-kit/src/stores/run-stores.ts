import { identityOf, isAlive, startPostgres, type Store } from '@vedette/local-stores';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

export interface RunStores {
  readonly postgresUrl: string;
  readonly directory: string;
  stop(): Promise<void>;
}

const PREFIX = 'vedette-test';

/** PostgreSQL takes a second to create its files, so all suites of a run share one; each has its own NATS and Redis. */
export async function startRunStores({ durable = false } = {}): Promise<RunStores> {
  const folder = durable ? tmpdir() : await runFolder();
  await removeAbandoned(folder);
  const owner = identityOf(process.pid);
  const name = `${PREFIX}-${process.pid}-${owner?.startTicks ?? '0'}-`;
  const directory = await realpath(await mkdtemp(join(folder, name)));
  const postgres: Store = await startPostgres({ dataDir: join(directory, 'postgres'), durable, socket: !durable });
  return {
    postgresUrl: postgres.url,
    directory,
    stop: async () => {
      await postgres.stop();
      await rm(postgres.directory, { recursive: true, force: true });
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Removes the files of killed runs; their processes ended with them. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder);
  const abandoned = names.filter((name) => {
    const [, pid, startTicks] = /^vedette-test-(\d+)-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && startTicks !== undefined && !isAlive({ pid: Number(pid), startTicks });
  });
  // Another run may be removing the same files, or they may be another user's.
  await Promise.allSettled(abandoned.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool, SERVICES, startPostgres, type Store } from '@vedette/local-stores';
import { inRepository, waitFor, type SuiteStore, type TestStack } from '@vedette/test-kit';
import pg from 'pg';

/** What the server of a stack must be started with so that it can be backed up. */
export const ARCHIVING = { wal_level: 'replica', max_wal_senders: '4', archive_mode: 'on' };

/** The stores of a stack, backed up, lost with their disks and restored by the files of `deploy/restore`. */
export class BackedUpStores {
  private constructor(
    private readonly stack: TestStack,
    private readonly postgres: SuiteStore,
    /** Takes the place of the host that keeps the backups. */
    readonly directory: string,
  ) {}

  /** From now on, WAL is archived. */
  static async of(stack: TestStack): Promise<BackedUpStores> {
    const { postgres } = stack;
    if (postgres === undefined) throw new Error('The stack has no PostgreSQL of its own');
    const directory = await mkdtemp(join(tmpdir(), 'vedette-backup-'));
    const stores = new BackedUpStores(stack, postgres, directory);
    const program = join(directory, 'archive-wal.sh');
    await copyFile(inRepository('deploy/restore/archive-wal.sh'), program);
    await mkdir(stores.#archive);
    const { uid, gid } = await stat(postgres.directory);
    for (const path of [directory, program, stores.#archive]) await chown(path, uid, gid);
    await stores.query(`ALTER SYSTEM SET archive_command = '${program} %p ${stores.#archive}/%f'`);
    await stores.query('SELECT pg_reload_conf()');
    return stores;
  }

  get #archive(): string {
    return join(this.directory, 'archive');
  }

  get #backup(): string {
    return join(this.directory, 'base');
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = [], url = this.stack.databaseUrl) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  async backUp(): Promise<void> {
    const { hostname, port, username, password } = new URL(this.postgres.url);
    const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
    await this.#run('back-up-postgres.sh', [this.#backup], env);
  }

  /** Fills up the current segment, as `archive_timeout` does, and waits until it is archived: later changes will be lost. */
  async archive(): Promise<void> {
    const [switched] = await this.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    await waitFor('the segment to be archived', async () => {
      const sql = 'SELECT last_archived_wal >= $1 AS "isArchived" FROM pg_stat_archiver';
      return (await this.query<{ isArchived: boolean }>(sql, [switched?.segment]))[0]?.isArchived;
    });
  }

  /** Everything ends at once. Besides the backup and the archive, only streams are left, with messages of the lost window. */
  async lose(): Promise<void> {
    const { nats, redis } = this.stack;
    await Promise.all(SERVICES.map((name) => this.stack.service(name).kill()));
    await Promise.all([this.postgres.kill(), nats.kill(), redis.kill()]);
    await rm(join(this.postgres.directory, 'data'), { recursive: true });
    await rm(this.stack.service('status-page').env['STATUS_PAGE_SNAPSHOT_DIR'] ?? '', { recursive: true });
  }

  async restore(): Promise<void> {
    const { nats, redis } = this.stack;
    await this.#run('restore-postgres.sh', [this.#backup, this.#archive, join(this.postgres.directory, 'data')]);
    await this.#run('clear-streams.sh', [nats.directory]);
    await Promise.all([this.postgres.resume(), nats.resume(), redis.resume()]);
    await this.#recovered(this.stack.databaseUrl);
    await Promise.all(SERVICES.map((name) => this.stack.service(name).start()));
  }

  /** One more server, with the data of an earlier moment. */
  async restoreTo(moment: string): Promise<Store> {
    const dataDir = join(this.directory, 'earlier');
    const { uid, gid } = await stat(this.postgres.directory);
    await mkdir(dataDir, { mode: 0o700 });
    await copyFile(join(this.postgres.directory, 'password'), join(dataDir, 'password'));
    for (const path of [dataDir, join(dataDir, 'password')]) await chown(path, uid, gid);
    await this.#run('restore-postgres.sh', [this.#backup, this.#archive, join(dataDir, 'data'), moment]);
    const store = await startPostgres({ dataDir, durable: false, settings: { ...ARCHIVING, archive_mode: 'off' } });
    await this.#recovered(store.url);
    return store;
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  async #recovered(url: string): Promise<void> {
    await waitFor('the end of the recovery', async () => {
      const [row] = await this.query<{ isOver: boolean }>('SELECT NOT pg_is_in_recovery() AS "isOver"', [], url);
      return row?.isOver;
    });
  }

  /** Runs the file as the user of the store, who might not be able to read it in the repository. */
  async #run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { uid, gid } = await stat(this.postgres.directory);
    const path = `${dirname(findTool('postgres') ?? '')}:/usr/bin:/bin`;
    const running = promisify(execFile)('sh', ['-s', '--', ...args], {
      cwd: this.directory,
      env: { PATH: path, ...env },
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
    running.child.stdin?.end(await readFile(inRepository(`deploy/restore/${file}`)));
    await running;
  }
}

import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { stopLeftover } from './instance.ts';
import { LocalError } from '../local-error.ts';
import { poll } from '../poll.ts';
import { openCluster, SUPERUSER } from './postgres-cluster.ts';
import { openStoreDirectory } from './store-directory.ts';
import { choosePort, runStore, type Store, type StoreOptions, type StoreProgram } from './store.ts';

export interface PostgresOptions extends StoreOptions {
  /** Made when missing. */
  readonly database?: string;
  /** False for data that need not survive a power cut, as in tests: several times faster. Commits stay synchronous. */
  readonly durable?: boolean;
  /** Clients use a Unix socket, which takes a third less processor time for a short statement than loopback. */
  readonly socket?: boolean;
  /** Settings of the server besides ours, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '128MB',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements are short, so JIT compilation costs more than it saves.
  jit: 'off',
  // Until autovacuum analyses a table that has just been filled, the planner treats it as empty.
  autovacuum_naptime: '15s',
  logging_collector: 'off',
};

const EPHEMERAL_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Processes of a killed server outlive it for a moment. Until they have ended, a new one cannot start: they have the
 * memory of the old one and, if they had just begun, also its port.
 */
const AFTER_CRASH_MS = 15_000;

/** In bytes, with the zero at its end. */
const LONGEST_SOCKET_PATH = 108;

/** Starts a private PostgreSQL on loopback, with a password that only the owner of the directory can read. */
export async function startPostgres(options: PostgresOptions): Promise<Store> {
  const directory = openStoreDirectory(options.dataDir, options.report ?? (() => undefined));
  await stopLeftover(directory.path, 'PostgreSQL', 'SIGINT');
  const durable = options.durable ?? true;
  const cluster = await openCluster(directory, durable);
  const port = await choosePort('PostgreSQL', options.port, cluster.hasCrashed ? AFTER_CRASH_MS : 0);

  const hasSocket = options.socket === true && fitsSocket(directory.path, port);
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : EPHEMERAL_SETTINGS),
    ...(hasSocket && { unix_socket_directories: directory.path }),
    ...options.settings,
    port: String(port),
  };
  const address = `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}`;
  const database = options.database ?? 'postgres';
  const store = await runAfterCrash({
    title: 'PostgreSQL',
    command: cluster.program,
    args: ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    directory,
    // The host of the query counts, for our client as for PostgreSQL's own ones.
    url: `${address}/${database}${hasSocket ? `?host=${encodeURIComponent(directory.path)}` : ''}`,
    port,
    // Fast shutdown: sessions are ended, everything is written, no recovery at the next start.
    stopSignal: 'SIGINT',
    stopGraceMs: 20_000,
    isReady: () => answers(`${address}/postgres`),
  });
  if (database !== 'postgres') await createDatabaseIfMissing(`${address}/postgres`, database);
  return store;
}

function fitsSocket(directory: string, port: number): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) < LONGEST_SOCKET_PATH;
}

async function runAfterCrash(program: StoreProgram): Promise<Store> {
  const store = await poll(
    () =>
      runStore(program).catch((error: unknown) => {
        if (error instanceof LocalError && error.message.includes('pre-existing shared memory')) return undefined;
        throw error;
      }),
    { timeoutMs: AFTER_CRASH_MS, intervalMs: 200 },
  );
  return store ?? runStore(program);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A server that is still starting cuts the connection, which the client reports a second time as an event.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

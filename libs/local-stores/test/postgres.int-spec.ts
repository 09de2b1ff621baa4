import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { identityOf, isAlive } from '../src/process-identity.ts';
import { poll } from '../src/poll.ts';
import { reservePort } from '../src/reserve-port.ts';
import { startPostgres } from '../src/stores/postgres.ts';
import type { Store } from '../src/stores/store.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;

let base: string;
let dataDir: string;
/** Most tests work on any directory, so they share one: creating it takes the longest. */
let common: string;
const bases: string[] = [];
const stores: Store[] = [];
const launchers: ChildProcess[] = [];

beforeAll(async () => {
  common = await newBase();
});

beforeEach(() => use(common));

afterEach(async () => {
  await Promise.all(launchers.splice(0).map(kill));
  await Promise.all(stores.splice(0).map((store) => store.stop()));
});

afterAll(async () => {
  for (const each of bases) {
    const place = await realpath(join(each, '.vedette', 'postgres')).catch(() => each);
    await rm(place, { recursive: true, force: true });
    await rm(each, { recursive: true, force: true });
  }
});

async function newBase(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'local-stores-')));
  await chmod(made, 0o755);
  bases.push(made);
  return made;
}

function use(directory: string): void {
  base = directory;
  dataDir = join(base, '.vedette', 'postgres');
}

async function start(options: { port?: number; database?: string; socket?: boolean } = {}): Promise<Store> {
  const store = await startPostgres({ dataDir, durable: false, ...options });
  stores.push(store);
  return store;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a launcher in a separate process, which starts PostgreSQL in this directory and reports it. */
async function startFromAnotherProcess(): Promise<{ launcher: ChildProcess; postgres: number }> {
  const entry = new URL('../src/index.ts', import.meta.url).href;
  const code = `
    const { startPostgres } = await import(${JSON.stringify(entry)});
    const store = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(store.pid);
    setInterval(() => undefined, 1_000);`;
  const launcher = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', code]);
  launchers.push(launcher);
  const [line] = (await once(createInterface(launcher.stdout), 'line')) as [string];
  return { launcher, postgres: Number(line) };
}

async function kill(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const exited = once(launcher, 'exit');
  launcher.kill('SIGKILL');
  await exited;
}

describe('a private PostgreSQL', () => {
  it('keeps its data over a restart, behind a password, on loopback alone', async () => {
    const first = await start({ database: 'vedette' });
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.stop();
    const second = await start({ database: 'vedette' });
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(await query(second.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await expect(query(second.url.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('authentication');
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect(await query(second.url, 'SELECT count(*)::int AS n FROM pg_hba_file_rules')).toEqual(
      await query(second.url, `SELECT count(*)::int AS n FROM pg_hba_file_rules WHERE auth_method = 'scram-sha-256'`),
    );
  });

  it('stores a verifier that costs a connection next to nothing, because nobody guesses its password', async () => {
    const { url } = await start();
    const [role] = await query(url, `SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = 'vedette'`);
    expect(role).toEqual({ verifier: expect.stringMatching(/^SCRAM-SHA-256\$1:/) });
    expect(new URL(url).password).toMatch(/^[0-9a-f]{64}$/);
  });

  it('commits synchronously even where it need not survive a power cut', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('recovers after kill -9 with every committed row', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await first.kill();
    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('waits for its port after kill -9, because processes of the killed server may still have it', async () => {
    await (await start()).kill();
    const port = await reservePort();
    const leftover = createServer().listen(port, '127.0.0.1');
    await once(leftover, 'listening');
    const restarted = start({ port });
    setTimeout(() => leftover.close(), 500);
    expect(await query((await restarted).url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('starts although the pid file of a crashed run names a process that is not PostgreSQL', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'data', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'data')}\n`);
    const store = await start();
    expect(await query(store.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('throws away what a killed first start left half made', async () => {
    use(await newBase());
    await mkdir(join(dataDir, 'data.partial', 'base'), { recursive: true });
    const store = await start();
    expect(await query(store.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('dies with its launcher, even when that is killed with -9', async () => {
    const other = await startFromAnotherProcess();
    const postgres = identityOf(other.postgres);
    if (postgres === undefined) throw new Error('PostgreSQL is not running');
    await kill(other.launcher);
    expect(await poll(async () => !isAlive(postgres) || undefined, { timeoutMs: 10_000 })).toBe(true);
  });

  it('refuses a directory that another launcher is using, and says whose', async () => {
    const other = await startFromAnotherProcess();
    await expect(start()).rejects.toThrow(
      `already runs on ${dataDir} for process ${other.launcher.pid}: stop that one first`,
    );
  });

  it('stops what a dead launcher left running, and takes over', async () => {
    const leftover = await start();
    const file = join(dataDir, 'instance.json');
    const instance = JSON.parse(await readFile(file, 'utf8')) as { process: object };
    await writeFile(file, JSON.stringify({ ...instance, launcher: { pid: 999_999_999, startTicks: '1' } }));
    const store = await start();
    expect(store.pid).not.toBe(leftover.pid);
    await expect(leftover.exited).resolves.toEqual({ code: 0, signal: null });
  });

  it('says which version is needed when the data was written by another', async () => {
    use(await newBase());
    await (await start()).stop();
    await writeFile(join(dataDir, 'data', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/written by PostgreSQL 9, which is not installed: run `sudo apt-get install/);
  });

  it('says that a port is taken', async () => {
    const { port } = await start();
    dataDir = join(base, '.vedette', 'second');
    await expect(start({ port })).rejects.toThrow(`Port ${port} for PostgreSQL is taken`);
  });

  it.each([
    { name: 'listens on a Unix socket on request', folder: '.', isLocal: true },
    {
      name: 'listens on loopback alone if the path of a socket would be too long',
      folder: 'x'.repeat(60),
      isLocal: false,
    },
  ])('$name', async ({ folder, isLocal }) => {
    use(folder === '.' ? common : join(common, folder));
    const { url } = await start({ socket: true });
    expect(await query(url, 'SELECT inet_server_addr() IS NULL AS "isLocal"')).toEqual([{ isLocal }]);
  });

  asRoot('never runs as root', async () => {
    const { pid } = await start();
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    expect((await stat(dataDir)).uid).toBe((await stat(`/proc/${pid}`)).uid);
  });

  asRoot('takes over data that was made as root', async () => {
    await (await start()).stop();
    const version = join(dataDir, 'data', 'PG_VERSION');
    for (const path of [dataDir, version]) await chown(path, 0, 0);
    const { pid } = await start();
    expect((await stat(version)).uid).toBe((await stat(`/proc/${pid}`)).uid);
  });

  asRoot('keeps its data outside when its user cannot enter the checkout, and finds it again', async () => {
    use(await newBase());
    await chmod(base, 0o700);
    const said: string[] = [];
    const options = { dataDir, durable: false, report: (line: string) => said.push(line) };
    const first = await startPostgres(options);
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    expect(dirname(first.directory)).toBe('/var/lib');
    expect(said).toEqual([expect.stringContaining(`${dataDir} is a link to ${first.directory}`)]);
    await first.stop();
    const second = await startPostgres(options);
    stores.push(second);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(said).toHaveLength(1);
  });
});

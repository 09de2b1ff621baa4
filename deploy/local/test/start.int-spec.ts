import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityOf, isAlive, poll, reservePort, SERVICES, type ProcessIdentity } from '@vedette/local-stores';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseEnvironment, type Environment } from '../src/stack/environment-file.ts';
import { inRoot } from '../src/program/paths.ts';

const LISTEN = '0A';
const STORES = 3;

const execute = promisify(execFile);

let base: string;
let state: string;
let ports: Record<string, string>;
const launchers: ChildProcess[] = [];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vedette-start-'));
  await chmod(base, 0o755);
  state = join(base, 'state');
  ports = {
    GATEWAY_PORT: String(await reservePort()),
    STATUS_PAGE_PORT: String(await reservePort()),
    HEARTBEAT_PORT: String(await reservePort()),
    CONSOLE_PORT: String(await reservePort()),
  };
});

afterAll(async () => {
  await Promise.all(launchers.map(end));
  await rm(base, { recursive: true, force: true });
});

interface Start {
  readonly launcher: ChildProcess;
  readonly output: () => string;
}

function start(environment: Readonly<Record<string, string>> = {}): Start {
  const launcher = spawn(process.execPath, ['--conditions=source', inRoot('deploy', 'local', 'src', 'start.ts')], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', VEDETTE_STATE_DIRECTORY: state, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launchers.push(launcher);
  let output = '';
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  launcher.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { launcher, output: () => output };
}

async function startAndWait(environment?: Environment): Promise<Start & { env: Environment }> {
  const started = start(environment);
  await until(started, () => started.output().includes('Vedette is running'));
  return { ...started, env: parseEnvironment(await readFile(join(state, 'env'), 'utf8')) };
}

async function until({ launcher, output }: Start, condition: () => boolean): Promise<void> {
  const isSo = await poll(async () => condition() || (launcher.exitCode === null ? undefined : false), {
    timeoutMs: 90_000,
    intervalMs: 100,
  });
  if (isSo !== true) throw new Error(`It was not so within 90 s; the start said:\n${output()}`);
}

async function end(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const exited = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await exited;
}

/** Everything that the launcher has started. */
async function childrenOf(launcher: ChildProcess): Promise<ProcessIdentity[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return { pid, parent: Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
  return parents.filter(({ parent }) => parent === launcher.pid).flatMap(({ pid }) => identityOf(pid) ?? []);
}

/** The addresses that processes listen on, as the kernel writes them: `0100007F` is 127.0.0.1. */
async function listenedOn(processes: readonly ProcessIdentity[]): Promise<string[]> {
  const descriptors = processes.map(async ({ pid }) => {
    const names = await readdir(`/proc/${pid}/fd`);
    return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  });
  const owned = new Set((await Promise.all(descriptors)).flat());
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , status, , , , , , inode] = line.trim().split(/\s+/);
      return status === LISTEN && owned.has(`socket:[${inode}]`) ? [local] : [];
    }),
  );
}

/** Everything that the services have logged. */
async function serviceLogs(): Promise<string> {
  const directory = join(state, 'logs');
  const logs = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  expect(logs).toHaveLength(SERVICES.length);
  return logs.join('');
}

async function pidOf(service: string, launcher: ChildProcess): Promise<number> {
  const children = await childrenOf(launcher);
  const lines = await Promise.all(children.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
  return children[lines.findIndex((line) => line.includes(`services/${service}/`))]?.pid ?? 0;
}

/** Runs the executable that the start leaves, with no more in its environment than a cron job has. */
async function vedette(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await execute(join(state, 'vedette'), [...args, '--json'], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  return JSON.parse(stdout);
}

interface SignIn {
  readonly status: number;
  /** The address of the link without the token. */
  readonly page: string;
  /** The token of the link, and that of the session if there is one. */
  readonly secrets: string[];
}

async function signIn(env: Environment, link: string): Promise<SignIn> {
  const { origin, pathname, hash } = new URL(link);
  const token = hash.replace('#token=', '');
  const response = await fetch(`${env['VEDETTE_CONSOLE_URL'] ?? ''}/api/console/v1/sign-in/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const session = response.headers.getSetCookie().flatMap((cookie) => /=([\w-]{43});/.exec(cookie)?.[1] ?? []);
  return { status: response.status, page: `${origin}${pathname}`, secrets: [token, ...session] };
}

function printedLink(output: string): string {
  return /http\S+#token=\S+/.exec(output)?.[0] ?? '';
}

async function monitorNames(env: Environment): Promise<string[]> {
  const headers = { 'x-api-key': env['VEDETTE_READ_ONLY_KEY'] ?? '' };
  const response = await fetch(`${env['VEDETTE_URL'] ?? ''}/api/v1/monitors`, { headers });
  const { data } = (await response.json()) as { data: { name: string }[] };
  return data.map(({ name }) => name);
}

describe('pnpm start', () => {
  let env: Environment;

  it('comes up from nothing on loopback alone, with keys that work, and goes down without leaving a process', async () => {
    const first = await startAndWait({ LOG_LEVEL: 'debug' });
    env = first.env;
    expect((await stat(join(state, 'env'))).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain(`curl -H 'X-API-Key: ${env['VEDETTE_API_KEY'] ?? ''}'`);
    const created = await fetch(`${env['VEDETTE_URL'] ?? ''}/api/v1/monitors`, {
      method: 'POST',
      headers: { 'x-api-key': env['VEDETTE_API_KEY'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'kept', type: 'CRON' }),
    });
    expect(created.status).toBe(201);
    expect((await fetch(`${env['VEDETTE_CONSOLE_URL'] ?? ''}/api/console/openapi.json`)).status).toBe(200);

    const page = `http://localhost:${ports['CONSOLE_PORT'] ?? ''}/console/sign-in`;
    const link = printedLink(first.output());
    const signedIn = await signIn(env, link);
    expect(signedIn).toMatchObject({ status: 200, page });
    expect(signedIn.secrets).toHaveLength(2);
    expect(await signIn(env, link)).toMatchObject({ status: 401, page });
    expect(first.output()).toContain('/state/vedette person link --email owner@localhost` makes another link');
    expect(await vedette('org', 'list')).toMatchObject([{ id: env['VEDETTE_ORGANIZATION_ID'] }]);

    const status = (await vedette('status')) as Record<string, unknown>;
    const ready = SERVICES.map((service) => expect.objectContaining({ service, replicas: 1, ready: 1 }));
    expect(status).toEqual({ services: ready, late: [], wrong: [] });
    const doctor = (await vedette('doctor')) as { isWell: boolean; findings: { about: string; state: string }[] };
    expect(doctor.findings.filter((finding) => finding.state === 'NOTICE').map(({ about }) => about)).toEqual([
      'SMTP',
      'outbound',
    ]);
    expect(doctor.isWell).toBe(true);

    const logs = await serviceLogs();
    expect(`${first.output()}${logs}`).not.toContain('stream not found');
    expect([...signedIn.secrets, env['VEDETTE_API_KEY'] ?? ''].filter((secret) => logs.includes(secret))).toEqual([]);

    const children = await childrenOf(first.launcher);
    expect(children).toHaveLength(STORES + SERVICES.length);
    const listeners = await listenedOn(children);
    // Each service has an internal port.
    expect(listeners).toHaveLength(STORES + Object.keys(ports).length + SERVICES.length);
    expect(listeners.filter((address) => !address.startsWith('0100007F:'))).toEqual([]);
    await end(first.launcher);
    expect(first.launcher.exitCode).toBe(0);
    expect(children.filter((child) => isAlive(child))).toEqual([]);
    await expect(stat(join(state, 'env'))).rejects.toThrow('ENOENT');
    await expect(vedette('org', 'list')).rejects.toThrow('No local stack is running');
  }, 180_000);

  it('keeps data and keys over a restart, brings a crashed service back, and refuses a second stack', async () => {
    const second = await startAndWait();
    expect(second.env['VEDETTE_API_KEY']).toBe(env['VEDETTE_API_KEY']);
    expect(await monitorNames(second.env)).toEqual(['kept']);
    const made = (await vedette('person', 'link', '--email', 'owner@localhost')) as { url: string };
    expect(await signIn(second.env, made.url)).toMatchObject({ status: 200 });
    expect(await signIn(second.env, printedLink(second.output()))).toMatchObject({ status: 200 });

    process.kill(await pidOf('monitor', second.launcher), 'SIGKILL');
    const third = start();
    const elsewhere = start({ VEDETTE_STATE_DIRECTORY: join(base, 'other') });
    await Promise.all([once(third.launcher, 'exit'), once(elsewhere.launcher, 'exit')]);
    await until(second, () => second.output().includes('monitor is back'));
    expect(second.output()).toContain('monitor was stopped by SIGKILL unasked; it is started again in 0.5 s');
    expect(await monitorNames(second.env)).toEqual(['kept']);

    expect(third.launcher.exitCode).toBe(1);
    expect(third.output().trim()).toMatch(
      new RegExp(`^Vedette already runs on ${state} \\(process ${second.launcher.pid ?? 0}, http:.*\\): use that one`),
    );
    expect((await stat(join(state, 'env'))).isFile()).toBe(true);
    expect(elsewhere.output()).toMatch(
      /^Ports? \d+ \(GATEWAY_PORT\).* taken by .*: stop what listens there, or run `GATEWAY_PORT=/,
    );
  }, 180_000);

  it('leaves no process either when it is killed with -9', async () => {
    const running = launchers.find(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    if (running === undefined) throw new Error('nothing is running');
    const children = await childrenOf(running);
    expect(children.length).toBeGreaterThanOrEqual(STORES + SERVICES.length);
    running.kill('SIGKILL');
    const gone = await poll(async () => children.every((child) => !isAlive(child)) || undefined, { timeoutMs: 20_000 });
    expect(gone).toBe(true);
  });

  it('says in one sentence what is wrong with a store that was given', async () => {
    const { launcher, output } = start({ NATS_URL: 'nats://127.0.0.1:1' });
    await once(launcher, 'exit');
    expect(launcher.exitCode).toBe(1);
    expect(output()).toContain('The NATS in NATS_URL cannot be reached (connect ECONNREFUSED 127.0.0.1:1)');
  }, 60_000);
});

import {
  isServiceReady,
  launch,
  poll,
  reservePort,
  type Exit,
  type Launched,
  type ServiceName,
} from '@vedette/local-stores';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { bareEnvironment } from '../config.ts';
import { inRepository } from '../repository.ts';
import type { ServiceEnvironment } from '../stack-addresses.ts';

/** One service as a real process. */
export interface ServiceProcess {
  readonly name: string;
  readonly internalUrl: string;
  readonly env: ServiceEnvironment;
  /** Changes when it is started again. */
  readonly pid: number;
  /** Everything it has printed, line by line. */
  readonly logs: readonly string[];
  /** Resolves when the current process has ended, for whatever reason. */
  readonly exited: Promise<Exit>;
  /** Ends it by the signal and waits until it is gone; by default as a crash would. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** Starts it again after `kill` or `stop`, on the same ports, and waits until it is ready. */
  start(): Promise<void>;
  /** Ends it as Kubernetes would, and fails when it does not end cleanly or had crashed before. */
  stop(): Promise<void>;
}

export interface SpawnOptions {
  readonly readyTimeoutMs?: number;
}

const STOP_GRACE_MS = 15_000;

/** Starts `services/<name>/bundle/main.js` and waits until it is ready. */
export async function spawnService(
  name: ServiceName,
  env: ServiceEnvironment,
  options: SpawnOptions = {},
): Promise<ServiceProcess> {
  const entry = inRepository(`services/${name}/bundle/main.js`);
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run \`pnpm build\` first`);
  return spawnProcess(name, entry, env, options);
}

export async function spawnProcess(
  name: string,
  entry: string,
  env: ServiceEnvironment,
  { readyTimeoutMs = 30_000 }: SpawnOptions = {},
): Promise<ServiceProcess> {
  const internalPort = Number(env['INTERNAL_PORT'] ?? (await reservePort()));
  const logs: string[] = [];
  let isWanted = false;
  let launched: Launched;

  const start = async (): Promise<void> => {
    launched = await launch({
      command: process.execPath,
      args: [entry],
      env: { ...bareEnvironment(), ...env, INTERNAL_PORT: String(internalPort) },
      cwd: inRepository(''),
      stopSignal: 'SIGTERM',
      output: 'pipe',
    });
    isWanted = true;
    collectLines(launched.stdout, logs);
    collectLines(launched.stderr, logs);
    const current = launched;
    const isReady = await poll(
      async () => (current.hasExited() ? false : (await isServiceReady(internalPort)) || undefined),
      { timeoutMs: readyTimeoutMs },
    );
    if (isReady === true) return;
    isWanted = false;
    const state = current.hasExited() ? describeExit(await current.exited) : `was not ready in ${readyTimeoutMs} ms`;
    await current.stop(0);
    throw new Error(`${name} ${state}; its last words:\n${lastOf(logs)}`);
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> => {
    isWanted = false;
    launched.signal(signal);
    return launched.exited;
  };
  await start();

  return {
    name,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    env,
    get pid() {
      return launched.pid;
    },
    logs,
    get exited() {
      return launched.exited;
    },
    kill,
    start,
    stop: async () => {
      if (!isWanted) return;
      isWanted = false;
      const crashed = launched.hasExited();
      const exit = await launched.stop(STOP_GRACE_MS);
      if (crashed || exit.code !== 0) {
        const when = crashed ? 'crashed during the test and' : 'did not stop cleanly: it';
        throw new Error(`${name} ${when} ${describeExit(exit)}; its last words:\n${lastOf(logs)}`);
      }
    },
  };
}

function collectLines(stream: Readable | null, lines: string[]): void {
  if (stream !== null) createInterface(stream).on('line', (line) => lines.push(line));
}

function describeExit({ code, signal }: Exit): string {
  return signal === null ? `ended with exit code ${String(code)}` : `was ended by ${signal}`;
}

function lastOf(lines: readonly string[]): string {
  return lines.length === 0 ? '(nothing)' : lines.slice(-40).join('\n');
}

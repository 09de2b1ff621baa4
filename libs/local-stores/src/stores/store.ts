import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareEnvironment } from '../config.ts';
import type { Report } from '../while-telling.ts';
import { forgetInstance, recordInstance } from './instance.ts';
import { launch, type Exit, type Launched } from './launch.ts';
import { LocalError } from '../local-error.ts';
import { poll } from '../poll.ts';
import { isPortFree, reservePort } from '../reserve-port.ts';
import type { StoreDirectory } from './store-directory.ts';

export interface StoreOptions {
  /** Where it keeps its data; made when missing. The directory above it is taken to be ours too. */
  readonly dataDir: string;
  /** A free loopback port is chosen when left out. */
  readonly port?: number;
  /** Called with the real directory of the data if it differs from the requested one. */
  readonly report?: Report;
}

/** A private instance on loopback. */
export interface Store {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The real directory of its data. */
  readonly directory: string;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
  /** Kills the store as a power cut would, without an orderly stop. */
  kill(): Promise<void>;
}

export interface StoreProgram {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory: StoreDirectory;
  readonly url: string;
  readonly port: number;
  readonly stopSignal: NodeJS.Signals;
  readonly stopGraceMs: number;
  /** Resolves to true as soon as it serves requests. */
  readonly isReady: () => Promise<boolean>;
}

/** Recovery after a crash replays what was written since the last checkpoint. */
const READY_TIMEOUT_MS = 120_000;

export async function runStore(program: StoreProgram): Promise<Store> {
  const { path, user } = program.directory;
  const logFile = join(path, 'server.log');
  const log = openSync(logFile, 'w', 0o600);
  const launched = await launch({
    command: program.command,
    args: program.args,
    env: { ...bareEnvironment(), ...program.env },
    cwd: path,
    runAs: user,
    stopSignal: program.stopSignal,
    output: log,
  }).finally(() => {
    closeSync(log);
  });
  recordInstance(path, launched.pid);

  const ready = await poll(async () => (launched.hasExited() ? false : (await program.isReady()) || undefined), {
    timeoutMs: READY_TIMEOUT_MS,
  });
  if (ready !== true) {
    await launched.stop(program.stopGraceMs);
    forgetInstance(path);
    throw new LocalError(`${program.title} did not start: ${lastWords(logFile)} (${logFile}).`);
  }
  return toStore(program, launched);
}

function toStore(program: StoreProgram, launched: Launched): Store {
  const over = async (): Promise<void> => {
    await launched.exited;
    forgetInstance(program.directory.path);
  };
  return {
    url: program.url,
    port: program.port,
    pid: launched.pid,
    directory: program.directory.path,
    exited: launched.exited,
    stop: async () => {
      await launched.stop(program.stopGraceMs);
      await over();
    },
    kill: async () => {
      launched.signal('SIGKILL');
      await over();
    },
  };
}

/** The requested port, refused if it is not free within the patience; without a request, a free port. */
export async function choosePort(title: string, wanted: number | undefined, patienceMs = 0): Promise<number> {
  if (wanted === undefined) return reservePort();
  const isFree = await poll(async () => (await isPortFree(wanted)) || undefined, { timeoutMs: patienceMs });
  if (isFree === true) return wanted;
  throw new LocalError(`Port ${wanted} for ${title} is taken by another process: stop that one, or give another port.`);
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20);
  const telling = lines.findLast((line) => /fatal|error|\[ftl\]|\[err\]/i.test(line)) ?? lines.at(-1) ?? '';
  return telling === '' ? 'it said nothing' : telling.trim();
}

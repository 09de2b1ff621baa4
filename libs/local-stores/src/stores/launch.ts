import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { findOnPath } from '../tools/find-tool.ts';
import { LocalError } from '../local-error.ts';
import type { SystemUser } from './store-user.ts';

export interface LaunchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The user to run as; only root can choose one. */
  readonly runAs?: SystemUser | undefined;
  /** The signal for an orderly stop; the kernel also sends it when this process dies without stopping the child. */
  readonly stopSignal: NodeJS.Signals;
  /** A file descriptor for everything it prints, or pipes. */
  readonly output: number | 'pipe';
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Launched {
  readonly pid: number;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly exited: Promise<Exit>;
  hasExited(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** The stop signal, then `SIGKILL` for the whole process group when the grace is over. */
  stop(graceMs: number): Promise<Exit>;
}

/**
 * Starts a process in its own session: Ctrl-C at the terminal reaches only the launcher, which then stops its processes
 * in order. With `setpriv`, the kernel signals the process when the launcher is killed, so that no process remains.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const [command, ...args] = dyingWithUs([options.command, ...options.args], options.stopSignal, options.runAs);
  const child = spawn(command, args, {
    env: { ...options.env },
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', options.output, options.output],
  });
  let over = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      over = true;
      resolve({ code, signal });
    });
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('spawn', () => {
      if (child.pid !== undefined) resolve(child.pid);
    });
    child.once('error', (error) => {
      reject(new LocalError(`${options.command} cannot be started: ${error.message}.`));
    });
  });

  return {
    pid,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    hasExited: () => over,
    signal: (signal) => {
      if (!over) child.kill(signal);
    },
    stop: async (graceMs) => {
      if (over) return exited;
      child.kill(options.stopSignal);
      const timer = setTimeout(() => {
        if (!over) killGroup(pid);
      }, graceMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

/** The same command, run so that the kernel signals it when this process dies; as another user, if one is named. */
export function dyingWithUs(
  command: readonly [string, ...string[]],
  signal: NodeJS.Signals,
  user?: SystemUser,
): [string, ...string[]] {
  const setpriv = process.platform === 'linux' ? findOnPath(['setpriv']) : undefined;
  if (setpriv === undefined) {
    if (user === undefined) return [...command];
    throw new LocalError('setpriv is missing, which runs the stores as another user than root: install util-linux.');
  }
  const identity =
    user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs'];
  return [setpriv, ...identity, '--pdeathsig', signal, '--', ...command];
}

/** Kills what was launched, and everything that it has started and left running. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

import { dyingWithUs } from '@vedette/local-stores';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export type Cores = '0' | '1' | '0,1';

/** Binds a process and all its threads to a core, or frees it of its parent's, where the machine can. */
export function pin(pid: number, cores: Cores): void {
  try {
    execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    // Then it runs where it likes, and the figures say less.
  }
}

/** Processor time of a process so far. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime and stime, in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function rssMbOf(pid: number): number {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

export interface Script {
  readonly child: ChildProcess;
  /** The first line that it prints. */
  readonly firstLine: string;
}

/** Runs a script of this folder, which ends with us, and waits for its first word. */
export async function runScript(name: string, args: readonly string[], cores: Cores = '0,1'): Promise<Script> {
  const script = new URL(name, import.meta.url).pathname;
  const node = ['env', 'NODE_ENV=production', process.execPath, '--conditions=source'];
  const [command, ...words] = dyingWithUs(['taskset', '-c', cores, ...node, script, ...args], 'SIGTERM');
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const spoken: unknown[] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended without a word`))),
  ]);
  return { child, firstLine: String(spoken[0]) };
}

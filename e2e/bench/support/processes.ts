import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Binds a process and all its threads to a core, where the machine can. */
export function pin(pid: number, core: 0 | 1): void {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
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

/** Runs a script of this folder and waits for its first word. */
export async function runScript(name: string, args: readonly string[], core: 0 | 1): Promise<Script> {
  const script = new URL(name, import.meta.url).pathname;
  const child = spawn('taskset', ['-c', String(core), process.execPath, '--conditions=source', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const spoken: unknown[] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended without a word`))),
  ]);
  return { child, firstLine: String(spoken[0]) };
}

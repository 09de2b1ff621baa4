import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { callerEnvironment } from '../config.ts';
import { whileTelling, type Report } from '../while-telling.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Runs the script after the prefix that makes it root's. Resolves with the reason of a failure, undefined for none. */
export function runInstallation(root: readonly string[], script: string, report: Report): Promise<string | undefined> {
  return whileTelling(report, 'Still installing', () => install(root, script, report));
}

async function install(root: readonly string[], script: string, report: Report): Promise<string | undefined> {
  const [command, ...args] = [...root, 'sh', '-c', script];
  const child = spawn(command, args, { env: callerEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  let reportedAt = performance.now();
  createInterface(child.stdout).on('line', (line) => {
    // Reports progress now and then only, because the installer prints a hundred such lines.
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS || !/^(Setting up|Unpacking|Get:)/.test(line)) return;
    reportedAt = performance.now();
    report(`  ${line}`);
  });
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      errors.push(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
  if (code === 0) return undefined;
  const reason = errors.findLast((line) => line.startsWith('E:')) ?? errors.at(-1);
  return reason?.replace(/^E:\s*/, '').trim() ?? `apt-get ended with ${code ?? 'a signal'}`;
}

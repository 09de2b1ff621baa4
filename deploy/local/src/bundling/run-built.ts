import { spawn } from 'node:child_process';
import { buildAll } from './build-all.ts';
import { inRoot } from '../program/paths.ts';
import { say } from '../program/terminal.ts';

/** Builds everything and runs a script on it, as a process of its own; its exit code becomes ours. */
export async function runBuilt(script: string, args: readonly string[]): Promise<void> {
  await buildAll(say);
  process.exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=source', script, ...args], {
      cwd: inRoot(),
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

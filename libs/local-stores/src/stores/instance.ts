import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '../local-error.ts';
import { poll } from '../poll.ts';
import { identityOf, isAlive, type ProcessIdentity } from '../process-identity.ts';

interface Instance {
  readonly process: ProcessIdentity;
  readonly launcher: ProcessIdentity;
}

/** Records in a store's directory which process serves it, and which launcher started that process. */
export function recordInstance(directory: string, pid: number): void {
  const instance = { process: identityOf(pid), launcher: identityOf(process.pid) };
  writeFileSync(`${fileIn(directory)}.new`, `${JSON.stringify(instance)}\n`, { mode: 0o600 });
  renameSync(`${fileIn(directory)}.new`, fileIn(directory));
}

export function forgetInstance(directory: string): void {
  rmSync(fileIn(directory), { force: true });
}

/** Stops the store that a crashed launcher left running on this directory; refuses if the launcher still runs. */
export async function stopLeftover(directory: string, title: string, stopSignal: NodeJS.Signals): Promise<void> {
  const instance = readInstance(directory);
  if (instance === undefined || !isAlive(instance.process)) return;
  const { pid } = instance.process;
  if (isAlive(instance.launcher)) {
    throw new LocalError(
      `${title} already runs on ${directory} for process ${instance.launcher.pid}: stop that one first (\`kill ${instance.launcher.pid}\`).`,
    );
  }
  process.kill(pid, stopSignal);
  const gone = (): Promise<true | undefined> => Promise.resolve(isAlive(instance.process) ? undefined : true);
  if ((await poll(gone, { timeoutMs: 15_000 })) === true) return;
  process.kill(pid, 'SIGKILL');
  await poll(gone, { timeoutMs: 5_000 });
}

function readInstance(directory: string): Instance | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(fileIn(directory), 'utf8'));
    return isInstance(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function isInstance(content: unknown): content is Instance {
  if (typeof content !== 'object' || content === null || !('process' in content) || !('launcher' in content))
    return false;
  return isIdentity(content.process) && isIdentity(content.launcher);
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return typeof value === 'object' && value !== null && 'pid' in value && 'startTicks' in value;
}

function fileIn(directory: string): string {
  return join(directory, 'instance.json');
}

import { identityOf, isAlive, type ProcessIdentity } from '@vedette/local-stores';
import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/**
 * Calls back when one of the programs that started us on the user's behalf is gone. Ended by a signal, `npx` does not
 * pass it on to its grandchildren, so its disappearance is the only thing that we get to see.
 */
export function onLauncherGone(callback: () => void): void {
  const launchers = launchersOf(process.ppid);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && launchers.every((launcher) => isAlive(launcher))) return;
    clearInterval(timer);
    callback();
  }, EVERY_MS);
  timer.unref();
}

/** Upwards from the given process, as long as they are package managers or the shells that these start. */
function launchersOf(pid: number): ProcessIdentity[] {
  const identity = identityOf(pid);
  if (identity === undefined || !isLauncher(commandLine(pid))) return [];
  return [identity, ...launchersOf(parentOf(pid))];
}

export function isLauncher(words: readonly string[]): boolean {
  const [program = '', ...args] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (/^(npm|npx|pnpm|corepack)\b/.test(name)) return true;
  if (/^(node|nodejs)$/.test(name)) return args.some((word) => /(npm|npx|pnpm|corepack)[^/]*$/.test(word));
  return /^(sh|dash|bash)$/.test(name) && args[0] === '-c';
}

function commandLine(pid: number): string[] {
  try {
    // npm writes its title over its arguments, as one text with blanks.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/).filter(Boolean);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

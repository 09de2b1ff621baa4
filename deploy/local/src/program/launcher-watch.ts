import { identityOf, isAlive, type ProcessIdentity } from '@vedette/local-stores';
import { readFileSync } from 'node:fs';
import { countLaunchers } from './launcher.ts';

const EVERY_MS = 500;

/**
 * Calls back when one of the programs that started this process for the user has ended. `npx` does not pass signals on
 * to its grandchildren, so its end is the only sign.
 */
export function onLauncherGone(callback: () => void): void {
  const ancestors = ancestorsOf(process.pid);
  const launchers = ancestors.slice(0, countLaunchers(ancestors.map(({ pid }) => commandLine(pid))));
  const timer = setInterval(() => {
    if (launchers.every((launcher) => isAlive(launcher))) return;
    clearInterval(timer);
    callback();
  }, EVERY_MS);
  timer.unref();
}

/** The nearest first; none where there is no /proc. */
function ancestorsOf(pid: number): ProcessIdentity[] {
  const parent = identityOf(parentOf(pid));
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent.pid)];
}

function commandLine(pid: number): string[] {
  // npm writes its title over its arguments, as one text with blanks.
  return readText(`/proc/${pid}/cmdline`)
    .split(/[\0 ]/)
    .filter((word) => word !== '');
}

function parentOf(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

/** A process id alone is reused by the kernel; with its start time it names one process for ever. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTicks: string;
}

export function identityOf(pid: number): ProcessIdentity | undefined {
  const startTicks = startTime(pid);
  return startTicks === undefined ? undefined : { pid, startTicks };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startTicks;
}

/** Clock ticks since boot, the 22nd field of /proc/<pid>/stat; undefined for the dead, zombies included. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';

/** The kernel reuses process ids; a process id together with its start time identifies one process for ever. */
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

/** Clock ticks since boot, the 22nd field of /proc/<pid>/stat; undefined for ended processes, including zombies. */
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

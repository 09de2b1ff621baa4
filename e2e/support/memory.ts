import { readFile } from 'node:fs/promises';

/** Bytes of a process that are in memory now. */
export function residentBytes(pid: number): Promise<number> {
  return memoryOf(pid, /^VmRSS:\s+(\d+) kB$/m);
}

/** The most that a process ever had in memory. */
export function peakBytes(pid: number): Promise<number> {
  return memoryOf(pid, /^VmHWM:\s+(\d+) kB$/m);
}

async function memoryOf(pid: number, line: RegExp): Promise<number> {
  const [, kilobytes] = line.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`Process ${pid} says nothing of its memory`);
  return Number(kilobytes) * 1_024;
}

/** By how much a process grew at most while the work was done. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await residentBytes(pid);
  let most = before;
  const look = async (): Promise<void> => {
    most = Math.max(most, await residentBytes(pid));
  };
  const looking = setInterval(() => void look(), 20);
  try {
    await work();
    await look();
  } finally {
    clearInterval(looking);
  }
  return most - before;
}

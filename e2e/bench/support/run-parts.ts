import { inBenchRun } from '@vedette/test-kit';
import { pin, type Cores } from './processes.ts';
import { startBenchTarget, type BenchTarget } from './worker-alone.ts';

export interface PartGroup {
  /** Where this process and everything that it starts run; null: wherever they like. */
  readonly cores: Cores | null;
  /** By their names on the command line. */
  readonly parts: Readonly<Record<string, (target: BenchTarget) => Promise<string>>>;
}

/** Runs the parts that the command line names, or all of them, and prints their reports. */
export async function runParts(groups: readonly PartGroup[]): Promise<void> {
  const asked = process.argv.slice(2);
  const names = groups.flatMap(({ parts }) => Object.keys(parts));
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}: ${names.join(', ')}`);
  for (const { cores, parts } of groups) {
    const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
    if (chosen.length === 0) continue;
    if (cores !== null) pin(process.pid, cores);
    await inBenchRun(async () => {
      const target = await startBenchTarget();
      try {
        for (const [, bench] of chosen) process.stdout.write(await bench(target));
      } finally {
        target.stop();
      }
    });
  }
}

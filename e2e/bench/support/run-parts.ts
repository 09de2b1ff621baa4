import { refuseOptions } from '@vedette/local-stores';
import { inBenchRun } from '@vedette/test-kit';
import { basename } from 'node:path';
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
  if (unknown.length > 0) refuseParts(unknown, names);
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

/** Ends a benchmark whose command line names parts that it does not have. */
export function refuseParts(unknown: readonly string[], parts: readonly string[]): never {
  const name = basename(process.argv[1] ?? '', '.bench.ts');
  return refuseOptions(
    `There is no part ${unknown.join(', ')} of this benchmark.`,
    `bench ${name} [${parts.join(' | ')}]…`,
  );
}

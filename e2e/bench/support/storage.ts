import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createDatabase, inRepository } from '@vedette/test-kit';

interface Rates {
  readonly claims: number;
  /** Claims when organizations take turns. */
  readonly turns: number;
  readonly writes: number;
  readonly bare: number;
}

/** Claims of due monitors among 100,000, and results written, beside the same rows by bare pg. */
export async function benchStorage(): Promise<string> {
  const database = await createDatabase({ migrations: ['services/monitor'] });
  try {
    const printed = await runMonitorBench('storage.ts', database.url);
    const { claims, turns, writes, bare } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Rates;
    const shown = (rate: number): string => Math.round(rate).toLocaleString('en');
    return (
      `claims: ${shown(claims)} rows/s with 100,000 monitors, ${shown(turns)} rows/s when 1,000 organizations take turns\n` +
      `results: ${shown(writes)} rows/s, bare pg with UNNEST ${shown(bare)} rows/s, ratio ${(writes / bare).toFixed(2)}\n\n`
    );
  } finally {
    await database.drop();
  }
}

/** Runs a program of the monitor service's own benchmarks, which knows its tables and rules; returns its output. */
export async function runMonitorBench(name: string, ...args: readonly string[]): Promise<string> {
  const script = inRepository(`services/monitor/bench/${name}`);
  // On the build, as in production: without the condition that resolves libs to their source.
  const { stdout } = await promisify(execFile)('taskset', ['-c', '0', process.execPath, script, ...args]);
  return stdout;
}

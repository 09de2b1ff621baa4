import { parentPort, workerData } from 'node:worker_threads';
import { join } from 'node:path';
import { ModuleWorld } from './module-world.ts';
import { TableRunner } from './table-runner.ts';

/** One mutant to run: the rule file with its new source, and the tables that may notice. */
export interface Order {
  readonly path: string;
  readonly source: string;
  readonly tables: readonly string[];
}

export type CaughtBy = 'table' | 'simulation' | 'nobody';

interface Simulated {
  readonly playMany: (firstSeed: number, count: number) => { readonly failure: unknown };
}

const { root, histories } = workerData as { readonly root: string; readonly histories: number };
const SIMULATION = join(root, 'e2e/simulation/failing-history.ts');

parentPort?.on('message', (order: Order) => {
  void caughtBy(order).then((by) => parentPort?.postMessage(by, []));
});

async function caughtBy({ path, source, tables }: Order): Promise<CaughtBy> {
  for (const table of tables) if (!(await isPassed(table, { path, source }))) return 'table';
  return (await isSimulated({ path, source })) ? 'nobody' : 'simulation';
}

/** A module that cannot be loaded with the mutant fails, as its tests would. */
async function isPassed(table: string, replaced: { path: string; source: string }): Promise<boolean> {
  const runner = new TableRunner();
  try {
    await new ModuleWorld(runner.globals, replaced).import(table);
    return await runner.run();
  } catch {
    return false;
  }
}

async function isSimulated(replaced: { path: string; source: string }): Promise<boolean> {
  try {
    const { playMany } = (await new ModuleWorld({}, replaced).import(SIMULATION)) as unknown as Simulated;
    return playMany(1, histories).failure === undefined;
  } catch {
    return false;
  }
}

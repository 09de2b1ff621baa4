import { announceRun } from './config.ts';
import { startRunStores } from './stores/run-stores.ts';

/** Gives a benchmark the stores that suites have, with a PostgreSQL that really waits for its disk. */
export async function inBenchRun(work: () => Promise<void>): Promise<void> {
  const stores = await startRunStores({ durable: true });
  try {
    announceRun(stores);
    await work();
  } finally {
    await stores.stop();
  }
}

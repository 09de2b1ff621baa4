import { inBenchRun } from '@vedette/test-kit';
import { benchEndToEnd, benchLateness } from './support/end-to-end.ts';
import { pin } from './support/processes.ts';
import { benchStorage } from './support/storage.ts';
import { benchWorkerAlone, benchWorkerMemory, startBenchTarget, type BenchTarget } from './support/worker-alone.ts';

/** By their names on the command line (`pnpm bench checks storage memory`); the last one takes the target away. */
const parts: Readonly<Record<string, (target: BenchTarget) => Promise<string>>> = {
  worker: benchWorkerAlone,
  'end-to-end': benchEndToEnd,
  lateness: benchLateness,
  storage: benchStorage,
  memory: benchWorkerMemory,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}: ${Object.keys(parts).join(', ')}`);

// The measured process has the first core for itself; all other processes, including the stores, share the other.
pin(process.pid, '1');
await inBenchRun(async () => {
  const target = await startBenchTarget();
  try {
    for (const [name, bench] of Object.entries(parts)) {
      if (asked.length === 0 || asked.includes(name)) process.stdout.write(await bench(target));
    }
  } finally {
    target.stop();
  }
});

import { inBenchRun } from '@vedette/test-kit';
import { pin } from './support/processes.ts';
import { benchWorkerAlone, benchWorkerMemory, startBenchTarget } from './support/worker-alone.ts';

await inBenchRun(async () => {
  // The clients are measured on the first core; everything that serves them shares the other.
  pin(process.pid, 1);
  const target = await startBenchTarget();
  try {
    process.stdout.write(await benchWorkerAlone(target));
    process.stdout.write(await benchWorkerMemory(target));
  } finally {
    target.stop();
  }
});

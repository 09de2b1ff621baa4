import { benchEndToEnd, benchLateness } from './support/end-to-end.ts';
import { runParts } from './support/run-parts.ts';
import { benchNames } from './support/names.ts';
import { benchStorage } from './support/storage.ts';
import { benchWorkerAlone, benchWorkerMemory } from './support/worker-alone.ts';

await runParts([
  {
    // The measured process has the first core for itself; all other processes, including the stores, share the other.
    cores: '1',
    parts: {
      worker: benchWorkerAlone,
      names: benchNames,
      'end-to-end': benchEndToEnd,
      lateness: benchLateness,
      storage: benchStorage,
      // The last one stops the target.
      memory: benchWorkerMemory,
    },
  },
]);

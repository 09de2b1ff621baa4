import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../fault-kind.ts';
import { canIsolate, IsolatedWorker } from '../isolated-worker.ts';

const HELD_MS = 3_000;

/** A third worker takes jobs but reaches no target. The other two contradict it. */
export const networklessWorker: FaultKind = {
  title: 'a worker without network',
  touches: 'workers',
  weight: 1,
  missing: () => (canIsolate() ? undefined : 'a network namespace cannot be made here'),
  inject: async (system) => {
    const worker = await IsolatedWorker.start(system);
    await sleep(HELD_MS);
    await worker.stop();
    return { what: 'checker-worker', endedAt: Date.now() };
  },
};

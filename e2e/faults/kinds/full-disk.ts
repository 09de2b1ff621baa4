import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../fault-kind.ts';

const FULL_MS = 1_500;

/** A store has no space left. Then an operator makes space and restarts the store, which may have given up. */
export function fullDiskOf(store: 'nats' | 'postgres', title: string): FaultKind {
  return {
    title: `full disk of ${title}`,
    touches: store,
    weight: 1,
    missing: ({ disks }) => (disks[store] === undefined ? 'a small disk cannot be mounted here' : undefined),
    inject: async (system) => {
      const disk = system.disks[store];
      await disk?.fill();
      await sleep(FULL_MS);
      await disk?.free();
      await system.store(store).pause();
      await system.store(store).resume();
      return { what: store, endedAt: Date.now() };
    },
  };
}

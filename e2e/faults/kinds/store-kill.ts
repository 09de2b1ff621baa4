import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreName } from '@vedette/test-kit';
import type { FaultKind } from '../fault-kind.ts';

const SHORTEST_MS = 100;
const LONGEST_MS = 2_000;

/** A store dies, is away for a moment and comes back with its data. */
export function killOf(store: StoreName, title: string): FaultKind {
  return {
    title: `kill of ${title}`,
    touches: store,
    weight: 1,
    inject: async (system, random) => {
      await system.store(store).kill();
      await sleep(random.between(SHORTEST_MS, LONGEST_MS));
      await system.store(store).resume();
      return { what: store, endedAt: Date.now() };
    },
  };
}

/** A store ends in an orderly way and starts again, as in an upgrade. */
export function restartOf(store: StoreName, title: string): FaultKind {
  return {
    title: `restart of ${title}`,
    touches: store,
    weight: 1,
    inject: async (system) => {
      await system.store(store).pause();
      await system.store(store).resume();
      return { what: store, endedAt: Date.now() };
    },
  };
}

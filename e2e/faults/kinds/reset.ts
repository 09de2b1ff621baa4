import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreName } from '@vedette/test-kit';
import type { FaultKind } from '../fault-kind.ts';

const MOST_RESETS = 4;
const APART_MS = 300;

/** Every connection of the services to one store is reset, several times. */
export function resetTo(store: StoreName, title: string): FaultKind {
  return {
    title: `connection resets, ${title}`,
    touches: store,
    weight: 1,
    inject: async (system, random) => {
      const times = 1 + Math.floor(random.next() * MOST_RESETS);
      for (let i = 0; i < times; i += 1) {
        system.proxies[store].reset();
        await sleep(APART_MS);
      }
      return { what: `${store}, ${times} times`, endedAt: Date.now() };
    },
  };
}

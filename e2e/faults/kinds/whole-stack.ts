import type { StoreName } from '@vedette/test-kit';
import type { FaultKind } from '../fault-kind.ts';

const STORES: readonly StoreName[] = ['postgres', 'nats', 'redis'];

/** The power goes off for all services and stores at once; all of them start again. */
export const wholeStackKill: FaultKind = {
  title: 'kill -9 of all services and stores',
  touches: 'everything',
  weight: 1,
  inject: async (system) => {
    await Promise.all([
      ...system.replicas.map((replica) => system.kill(replica)),
      ...STORES.map((store) => system.store(store).kill()),
    ]);
    await Promise.all(STORES.map((store) => system.store(store).resume()));
    const restored = Promise.all(system.replicas.map((replica) => system.restart(replica)));
    return { what: 'everything', endedAt: Date.now(), restored };
  },
};

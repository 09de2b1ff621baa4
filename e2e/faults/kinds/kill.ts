import type { FaultKind } from '../fault-kind.ts';

/** One replica dies in the middle of its work; the other one takes over while it is started again. */
export const kill: FaultKind = {
  title: 'kill -9 of one replica',
  touches: 'services',
  weight: 4,
  inject: async (system, random) => {
    const replica = random.pick(system.replicas);
    await system.kill(replica);
    return { what: replica.name, endedAt: Date.now(), restored: system.restart(replica) };
  },
};

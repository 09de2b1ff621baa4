import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../fault-kind.ts';

const FARTHEST_MS = 20_000;
const HELD_MS = 2_500;

/** The clock of one replica steps forward or back, and is set right after a while. */
export const clockJump: FaultKind = {
  title: 'clock jump of one replica',
  touches: 'clock',
  weight: 1,
  inject: async (system, random) => {
    const replica = random.pick(system.replicas);
    const byMs = Math.round(random.between(-FARTHEST_MS, FARTHEST_MS));
    await system.clocks.move(replica, byMs);
    await sleep(HELD_MS);
    await system.clocks.correct(replica);
    return { what: `${replica.name} by ${byMs} ms`, endedAt: Date.now(), clockErrorMs: Math.abs(byMs) };
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../fault-kind.ts';

/** Events and results are delivered again after 3 s, jobs after 15 s. */
const PAST_ACK_WAIT_MS = 3_500;
const PAST_ACK_WAIT_OF_JOBS_MS = 15_500;

/** One replica stands still until others have its work, and then goes on as if nothing had happened. */
export const stop: FaultKind = {
  title: 'SIGSTOP of one replica, past the ack wait',
  touches: 'services',
  weight: 2,
  inject: async (system, random) => {
    const { name, pid } = random.pick(system.replicas);
    process.kill(pid, 'SIGSTOP');
    await sleep(name === 'checker-worker' ? PAST_ACK_WAIT_OF_JOBS_MS : PAST_ACK_WAIT_MS);
    process.kill(pid, 'SIGCONT');
    return { what: name, endedAt: Date.now() };
  },
};

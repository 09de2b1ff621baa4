import { setTimeout as sleep } from 'node:timers/promises';
import { LostMessages, type ConsumersThen } from '@vedette/test-kit';
import type { FaultKind } from '../fault-kind.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 2_500;

/** NATS comes back without the messages of its last seconds. */
export function natsLoss(consumers: ConsumersThen, title: string): FaultKind {
  return {
    title: `NATS loses its last seconds, ${title}`,
    touches: 'nats',
    weight: 1,
    inject: async (system, random) => {
      const nats = system.store('nats');
      const lost = new LostMessages(nats, 'CHECKS', 'RESULTS', 'URGENT', 'EVENTS');
      await lost.remember();
      await sleep(random.between(SHORTEST_MS, LONGEST_MS));
      await lost.loseTheRest(consumers);
      await nats.resume();
      return { what: `consumers ${consumers}`, endedAt: Date.now() };
    },
  };
}

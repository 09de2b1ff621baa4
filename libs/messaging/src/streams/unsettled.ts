import type { NatsConnection } from '@nats-io/transport-node';
import { consumersOf, type FactLane } from '@vedette/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManagerOf } from './streams.ts';

/** The number of facts before a consumer at which relays leave more of them in the outbox, where organizations take turns. */
export const MOST_UNSETTLED = 1_024;

/** A consumer that is away must not stop the others: a relay goes on after this time, with one batch. */
const LONGEST_WAIT_MS = 1_000;
const LOOK_AGAIN_MS = 20;

/** Waits until each consumer of the lane has few facts before it that have not had their effect. */
export async function untilFewUnsettled(
  connection: NatsConnection,
  lane: FactLane,
  isStopping: () => boolean,
): Promise<void> {
  const manager = await jetstreamManagerOf(connection);
  const deadline = performance.now() + LONGEST_WAIT_MS;
  const counts = (): Promise<number[]> =>
    Promise.all(
      consumersOf(lane).map(async ({ stream, name }) => {
        // A consumer that nobody has made yet has nothing before it.
        const info = await manager.consumers.info(stream.name, name).catch(() => undefined);
        return info === undefined ? 0 : info.num_pending + info.num_ack_pending;
      }),
    );
  while (!isStopping() && Math.max(...(await counts())) > MOST_UNSETTLED && performance.now() < deadline) {
    await sleep(LOOK_AGAIN_MS);
  }
}

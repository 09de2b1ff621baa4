import { streams } from '@vedette/contract';
import type { Metrics } from '@vedette/telemetry';
import type { NatsLink } from './nats-link.ts';
import { jetstreamManagerOf } from './streams.ts';

/** The streams that are work queues: what is in them has not been done yet. */
const WORK = Object.values(streams).filter(({ retention }) => retention === 'workqueue');

/** Tells how much work waits, or is being done, in each queue; every service can, so that one that is down hides nothing. */
export function observeBacklog(link: NatsLink, metrics: Metrics): void {
  for (const { name } of WORK) {
    const observe = async (): Promise<number> => {
      const { connection } = link;
      if (connection === undefined) throw new Error('NATS is away');
      const manager = await jetstreamManagerOf(connection);
      const { state } = await link.whileConnected(manager.streams.info(name));
      return state.messages;
    };
    metrics.observedGauge('stream_messages', 'Messages that wait or are worked on, by work queue', observe, {
      stream: name,
    });
  }
}

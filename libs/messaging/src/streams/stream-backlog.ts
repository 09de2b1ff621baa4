import { streams } from '@vedette/contract';
import type { Metrics } from '@vedette/telemetry';
import type { NatsLink } from '../link/nats-link.ts';
import { jetstreamManagerOf } from './streams.ts';

/** Streams that are work queues: they hold only unfinished work. */
const WORK = Object.values(streams).filter(({ retention }) => retention === 'workqueue');

/**
 * Reports how much work waits or is in progress in each queue. Every service reports it, so that the numbers stay
 * visible while one service is down.
 */
export function observeBacklog(link: NatsLink, metrics: Metrics): void {
  for (const { name } of WORK) {
    const observe = async (): Promise<number> => {
      const { connection } = link;
      if (connection === undefined) throw new Error('NATS is away');
      const manager = await jetstreamManagerOf(connection, link.user);
      const { state } = await link.whileConnected(manager.streams.info(name));
      return state.messages;
    };
    metrics.observedGauge('stream_messages', 'Messages that wait or are worked on, by work queue', observe, {
      stream: name,
    });
  }
}

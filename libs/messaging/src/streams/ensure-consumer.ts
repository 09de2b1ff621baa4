import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type ConsumerConfig,
  type ConsumerInfo,
  type JetStreamManager,
} from '@nats-io/jetstream';
import type { StreamDefinition } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { isDeepStrictEqual } from 'node:util';
import { judgePosition, type Position, type PositionVerdict, type StoredMessage } from './consumer-position.ts';

/** A work queue removes an acknowledged message with a short delay, so a misfit is checked again after this time. */
const SECOND_LOOK_MS = 250;

export interface WantedConsumer {
  readonly stream: StreamDefinition;
  readonly config: Partial<ConsumerConfig> & { readonly durable_name: string; readonly filter_subject: string };
  /** The newest message received through this consumer, if known. */
  readonly seen: StoredMessage | undefined;
  readonly logger: Logger;
}

/**
 * Creates a missing durable consumer, updates the settings of an existing one, and recreates one that no longer fits
 * its stream. All services obtain their consumers through this function.
 */
export async function ensureConsumer(manager: JetStreamManager, wanted: WantedConsumer): Promise<void> {
  const { stream, config, logger } = wanted;
  const found = await findConsumer(manager, stream.name, config.durable_name);
  if (found === undefined) {
    await manager.consumers.add(stream.name, { ...config });
    return;
  }
  const verdict = await judgeTwice(manager, wanted, found);
  if (verdict.kind === 'remake') {
    logger.warn({ consumer: config.durable_name, ...verdict }, 'a consumer does not fit its stream; it is made anew');
    await manager.consumers.delete(stream.name, config.durable_name);
    await manager.consumers.add(stream.name, { ...config, ...startingAt(verdict.startAt) });
  } else if (!isDeepStrictEqual({ ...found.config, ...config }, found.config)) {
    await manager.consumers.update(stream.name, config.durable_name, config);
  }
}

/** A misfit counts only if it is still there a moment later, and the consumer has not been recreated meanwhile. */
async function judgeTwice(
  manager: JetStreamManager,
  wanted: WantedConsumer,
  first: ConsumerInfo,
): Promise<PositionVerdict> {
  const verdict = judgePosition(await positionOf(manager, wanted, first));
  if (verdict.kind === 'keep') return verdict;
  await sleep(SECOND_LOOK_MS);
  const second = await findConsumer(manager, wanted.stream.name, wanted.config.durable_name);
  if (second === undefined || second.created !== first.created) return { kind: 'keep' };
  return judgePosition(await positionOf(manager, wanted, second));
}

/** The consumer's info is read before the stream's: an intact stream holds at least what the consumer has seen. */
async function positionOf(
  manager: JetStreamManager,
  { stream: { name, retention }, config, seen }: WantedConsumer,
  info: ConsumerInfo,
): Promise<Position> {
  const { state } = await manager.streams.info(name);
  const ackFloor = info.ack_floor.stream_seq;
  const isQueue = retention === 'workqueue';
  return {
    stream: { retention, firstSequence: state.first_seq, lastSequence: state.last_seq },
    consumer: { createdAt: new Date(info.created), delivered: info.delivered.stream_seq, ackFloor },
    mark:
      isQueue || seen === undefined
        ? undefined
        : { seen, held: await findMessage(manager, name, { seq: seen.sequence }) },
    // The first messages of a work queue may belong to other consumers.
    oldestUnsettled: await findMessage(
      manager,
      name,
      isQueue
        ? { seq: state.first_seq, next_by_subj: config.filter_subject }
        : { seq: Math.max(ackFloor + 1, state.first_seq) },
    ),
  };
}

/** Finds the message at a sequence, or the first one on a subject from that sequence on. */
async function findMessage(
  manager: JetStreamManager,
  stream: string,
  query: { readonly seq: number; readonly next_by_subj?: string },
): Promise<StoredMessage | undefined> {
  const message = await manager.streams.getMessage(stream, query);
  return message === null ? undefined : { sequence: message.seq, storedAt: message.time };
}

function startingAt(startAt: Date | undefined): Partial<ConsumerConfig> {
  if (startAt === undefined) return {};
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: startAt.toISOString() };
}

/** Returns undefined if the consumer does not exist. */
export async function findConsumer(
  manager: JetStreamManager,
  stream: string,
  name: string,
): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.info(stream, name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined;
    throw error;
  }
}

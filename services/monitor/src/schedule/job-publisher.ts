import { JetStreamApiCodes, JetStreamApiError, type ConsumerInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Injectable } from '@nestjs/common';
import { jobConsumers, MAX_JOBS_PER_BATCH, streams, subjects, type CheckJob, type CheckLane } from '@vedette/contract';
import { jetstreamManagerOf, jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { jobsToHandOut } from './handout.ts';
import { jobBatches } from './job-batches.ts';
import { WorkerPlaces } from './worker-places.ts';

const PUBLISH_TIMEOUT_MS = 3_000;

interface Published {
  readonly sequence: number;
  readonly jobs: number;
}

/** Publishes jobs to CHECKS, and knows how many more may be published. */
@Injectable()
export class JobPublisher {
  readonly #published: Record<CheckLane, Published[]> = { FAST: [], SLOW: [] };
  readonly #pending: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };

  constructor(
    private readonly host: Host,
    private readonly workers: WorkerPlaces,
  ) {}

  /** Undefined while there is no connection or no worker. */
  async capacity(lane: CheckLane): Promise<number | undefined> {
    const { connection } = this.host.link;
    const places = this.workers.of(lane);
    if (connection === undefined || places.length === 0) return undefined;
    const consumer = await this.host.link.whileConnected(consumerOf(connection, lane));
    if (consumer === undefined) return undefined;
    this.#pending[lane] = this.#notTaken(lane, consumer);
    return jobsToHandOut(lane, places, this.#pending[lane]);
  }

  /** Jobs that no worker had taken at the last look. */
  pending(lane: CheckLane): number {
    return this.#pending[lane];
  }

  async publish(lane: CheckLane, jobs: readonly CheckJob[]): Promise<void> {
    const { connection } = this.host.link;
    if (jobs.length === 0) return;
    if (connection === undefined) throw new Error('NATS is away');
    const jetstream = jetstreamOf(connection);
    const { messages, tooLarge } = jobBatches(lane, jobs);
    for (const { monitorId } of tooLarge) {
      this.host.logger.error({ monitorId }, 'a monitor cannot be checked: its job is larger than a message');
    }
    const acknowledged = messages.map(async ({ json, jobs: count }) => {
      const { seq } = await jetstream.publish(subjects.checkJobs[lane], json, { timeout: PUBLISH_TIMEOUT_MS });
      this.#published[lane].push({ sequence: seq, jobs: count });
    });
    this.workers.noteHandedOut(lane, jobs);
    await this.host.link.whileConnected(Promise.all(acknowledged));
  }

  /** The number of jobs is known for our own messages; for messages of other replicas the maximum is assumed. */
  #notTaken(lane: CheckLane, { delivered, num_pending }: ConsumerInfo): number {
    const undelivered = this.#published[lane].filter(({ sequence }) => sequence > delivered.stream_seq);
    // A stream that lost messages or was recreated restarts at a lower sequence.
    const own = undelivered.slice(Math.max(0, undelivered.length - num_pending));
    this.#published[lane] = own;
    const others = Math.max(0, num_pending - own.length);
    return own.reduce((sum, { jobs }) => sum + jobs, 0) + others * MAX_JOBS_PER_BATCH[lane];
  }
}

async function consumerOf(connection: NatsConnection, lane: CheckLane): Promise<ConsumerInfo | undefined> {
  try {
    const manager = await jetstreamManagerOf(connection);
    return await manager.consumers.info(streams.CHECKS.name, jobConsumers[lane]);
  } catch (error) {
    const isMissing =
      error instanceof JetStreamApiError &&
      (error.code === JetStreamApiCodes.ConsumerNotFound || error.code === JetStreamApiCodes.StreamNotFound);
    if (isMissing) return undefined;
    throw error;
  }
}

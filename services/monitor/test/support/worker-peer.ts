import { AckPolicy, jetstream, jetstreamManager, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import {
  streams,
  subjects,
  type CheckAttempt,
  type CheckJob,
  type CheckOutcome,
  type CheckTarget,
  type JobBatch,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';

export type Judge = (target: CheckTarget) => CheckOutcome | Promise<CheckOutcome>;

export function attempt(error: string | null = null, at: Date = new Date()): CheckAttempt {
  return {
    checkedAt: at.toISOString(),
    worker: 'worker-peer',
    region: 'here',
    error,
    statusCode: error === null ? 200 : 503,
    responseMs: 12,
    phases: { dns: 1, connect: 2, tls: null, firstByte: 8, total: 12 },
  };
}

export function succeeded(change: Partial<CheckOutcome> = {}): CheckOutcome {
  const observation = { certExpiresAt: null, dnsAnswer: null, registration: null };
  return { verdict: 'SUCCEEDED', attempts: [attempt()], responseMs: 12, observation, ...change };
}

export function failed(error = 'Expected status 200, got 503', change: Partial<CheckOutcome> = {}): CheckOutcome {
  return succeeded({ verdict: 'FAILED', attempts: [attempt(error), attempt(error)], responseMs: null, ...change });
}

/** A worker without targets: it speaks the contract on a real NATS, and finds what a test tells it to find. */
export class WorkerPeer {
  readonly jobs: CheckJob[] = [];
  readonly #connection: NatsConnection;
  readonly #judges = new Map<string, Judge>();
  #messages: ConsumerMessages | undefined;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(subjects.runCheck, {
      queue: 'checker-worker',
      callback: (error, message) => {
        if (error === null) void this.#answer(message);
      },
    });
  }

  static async start(natsUrl: string): Promise<WorkerPeer> {
    const peer = new WorkerPeer(await connect({ servers: natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 100 }));
    await peer.#pull();
    return peer;
  }

  async stop(): Promise<void> {
    await this.#messages?.close();
    await this.#connection.close();
  }

  /** Decides about checks of an address from now on. */
  finds(url: string, judge: Judge): void {
    this.#judges.set(url, judge);
  }

  jobsOf(monitorId: string): CheckJob[] {
    return this.jobs.filter((job) => job.monitorId === monitorId);
  }

  async publish(job: Pick<CheckJob, 'monitorId' | 'epoch' | 'slotAt'>, outcome: CheckOutcome): Promise<void> {
    const { monitorId, epoch, slotAt } = job;
    const batch = { results: [{ monitorId, epoch, slotAt, outcome }] };
    await jetstream(this.#connection).publish(subjects.checkResults, JSON.stringify(batch));
  }

  /** One message with results of whomever, as they are. */
  async publishAll(results: readonly unknown[]): Promise<void> {
    await jetstream(this.#connection).publish(subjects.checkResults, JSON.stringify({ results }));
  }

  async #answer(message: Msg): Promise<void> {
    const { target } = message.json<{ target: CheckTarget }>();
    message.respond(JSON.stringify(await this.#judge(target)));
  }

  async #work(message: JsMsg): Promise<void> {
    const { jobs } = message.json<JobBatch>();
    this.jobs.push(...jobs);
    await Promise.all(jobs.map(async (job) => this.publish(job, await this.#judge(job.target))));
    message.ack();
  }

  #judge(target: CheckTarget): CheckOutcome | Promise<CheckOutcome> {
    const address = 'url' in target ? target.url : target.host;
    return (this.#judges.get(address) ?? (() => succeeded()))(target);
  }

  async #pull(): Promise<void> {
    const manager = await jetstreamManager(this.#connection);
    await waitFor('the stream of jobs', () => manager.streams.info(streams.CHECKS.name));
    await manager.consumers.add(streams.CHECKS.name, { durable_name: 'workers', ack_policy: AckPolicy.Explicit });
    const consumer = await jetstream(this.#connection).consumers.get(streams.CHECKS.name, 'workers');
    this.#messages = await consumer.consume({
      callback: (message) => {
        void this.#work(message);
      },
    });
  }
}

import { AckPolicy, jetstream, jetstreamManager, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import {
  CHECK_LANES,
  jobConsumers,
  streams,
  subjects,
  type CheckAttempt,
  type CheckJob,
  type CheckLane,
  type CheckOutcome,
  type CheckTarget,
  type JobBatch,
  type OrganizationPlaces,
  type Places,
  type WorkerPresence,
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
  const pace = { longestAttemptMs: 12, hasTimedOut: false };
  return { verdict: 'SUCCEEDED', attempts: [attempt()], responseMs: 12, pace, observation, ...change };
}

export function failed(error = 'Expected status 200, got 503', change: Partial<CheckOutcome> = {}): CheckOutcome {
  return succeeded({ verdict: 'FAILED', attempts: [attempt(error), attempt(error)], responseMs: null, ...change });
}

let peers = 0;

/** A worker without targets: it speaks the contract over a real NATS, and reports the outcomes that a test sets. */
export class WorkerPeer {
  readonly jobs: CheckJob[] = [];
  readonly taken: Readonly<Record<CheckLane, CheckJob[]>> = { FAST: [], SLOW: [] };
  readonly #connection: NatsConnection;
  readonly #judges = new Map<string, Judge>();
  readonly #workerId: string;
  readonly #messages: ConsumerMessages[] = [];
  #announcing: NodeJS.Timeout | undefined;
  /** The places that it announces. */
  places: Record<CheckLane, Places> = { FAST: { total: 800, free: 800 }, SLOW: { total: 264, free: 264 } };
  slowest: OrganizationPlaces[] = [];

  private constructor(connection: NatsConnection) {
    this.#workerId = `worker-peer-${(peers += 1)}`;
    this.#connection = connection;
    connection.subscribe(subjects.runCheck, {
      queue: 'checker-worker',
      callback: (error, message) => {
        if (error === null) void this.#answer(message);
      },
    });
  }

  static async start(natsUrl: string): Promise<WorkerPeer> {
    const peer = new WorkerPeer(
      await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 }),
    );
    await Promise.all(CHECK_LANES.map((lane) => peer.#pull(lane)));
    peer.announce();
    peer.#announcing = setInterval(() => peer.announce(), 500);
    return peer;
  }

  async stop(): Promise<void> {
    clearInterval(this.#announcing);
    await Promise.all(this.#messages.map((messages) => messages.close()));
    await this.#connection.close();
  }

  /** Sets the outcome of checks of a URL from now on. */
  finds(url: string, judge: Judge): void {
    this.#judges.set(url, judge);
  }

  announce(): void {
    const { places: checks, slowest } = this;
    const none = { total: 0, free: 0 };
    const confirmations = { FAST: none, SLOW: none };
    const presence: WorkerPresence = {
      workerId: this.#workerId,
      region: 'here',
      checks,
      confirmations,
      slowest,
      isTrusted: true,
    };
    this.#connection.publish(subjects.workerPresence, JSON.stringify(presence));
  }

  jobsOf(monitorId: string): CheckJob[] {
    return this.jobs.filter((job) => job.monitorId === monitorId);
  }

  async publish(job: Pick<CheckJob, 'monitorId' | 'epoch' | 'slotAt'>, outcome: CheckOutcome): Promise<void> {
    const { monitorId, epoch, slotAt } = job;
    const batch = { results: [{ monitorId, epoch, slotAt, outcome }] };
    await jetstream(this.#connection).publish(subjects.checkResults, JSON.stringify(batch));
  }

  /** Publishes one message with results of any tenants, unchanged. */
  async publishAll(results: readonly unknown[]): Promise<void> {
    await jetstream(this.#connection).publish(subjects.checkResults, JSON.stringify({ results }));
  }

  async #answer(message: Msg): Promise<void> {
    const { target } = message.json<{ target: CheckTarget }>();
    message.respond(JSON.stringify(await this.#judge(target)));
  }

  async #work(lane: CheckLane, message: JsMsg): Promise<void> {
    const { jobs } = message.json<JobBatch>();
    this.jobs.push(...jobs);
    this.taken[lane].push(...jobs);
    await Promise.all(jobs.map(async (job) => this.publish(job, await this.#judge(job.target))));
    message.ack();
  }

  #judge(target: CheckTarget): CheckOutcome | Promise<CheckOutcome> {
    const address = 'url' in target ? target.url : target.host;
    return (this.#judges.get(address) ?? (() => succeeded()))(target);
  }

  async #pull(lane: CheckLane): Promise<void> {
    const manager = await jetstreamManager(this.#connection);
    await waitFor('the stream of jobs', () => manager.streams.info(streams.CHECKS.name));
    const durable_name = jobConsumers[lane];
    const filter_subject = subjects.checkJobs[lane];
    await manager.consumers.add(streams.CHECKS.name, { durable_name, filter_subject, ack_policy: AckPolicy.Explicit });
    const consumer = await jetstream(this.#connection).consumers.get(streams.CHECKS.name, durable_name);
    this.#messages.push(
      await consumer.consume({
        callback: (message) => {
          this.#work(lane, message).catch((error: unknown) => {
            // A job in hand when the peer stops is not finished.
            if (!this.#connection.isClosed()) throw error;
          });
        },
      }),
    );
  }
}

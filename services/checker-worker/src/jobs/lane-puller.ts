import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { consumers, type CheckLane } from '@vedette/contract';
import { BackgroundLoop, DurableConsumer, endPulling } from '@vedette/messaging';
import type { Host } from '@vedette/service-host';

const ACK_WAIT_MS = 15_000;
/** For all workers together; the default of 1,000 would stall them. */
const MAX_ACK_PENDING = 100_000;
const MAX_WAITING_PULLS = 4_096;
/** A pull without messages expires, so that a stopped worker leaves no open pull behind. */
const PULL_MS = 1_000;
const LOOK_AGAIN_MS = 100;
/** Each is shared by all workers. */
const CONSUMERS = { FAST: consumers.fastJobs, SLOW: consumers.slowJobs } as const;

export interface LanePullerOptions {
  readonly host: Host;
  readonly lane: CheckLane;
  /** How many messages to request; 0 for none. */
  readonly wanted: () => number;
  readonly take: (message: JsMsg) => void;
}

/** Pulls the jobs of one lane when there are places for them. */
export class LanePuller {
  readonly #options: LanePullerOptions;
  readonly #loop: BackgroundLoop;
  readonly #consumer: DurableConsumer;
  #messages: ConsumerMessages | undefined;
  #endWait: (() => void) | undefined;
  #isStopped = false;

  constructor(options: LanePullerOptions) {
    this.#options = options;
    const { host, lane } = options;
    this.#consumer = new DurableConsumer({
      ...CONSUMERS[lane],
      ackWaitMs: ACK_WAIT_MS,
      maxAckPending: MAX_ACK_PENDING,
      maxWaiting: MAX_WAITING_PULLS,
      link: host.link,
      logger: host.logger,
    });
    this.#loop = new BackgroundLoop(`pulling jobs (${lane})`, LOOK_AGAIN_MS, host.logger, () => this.#pull());
    host.link.onConnect(() => this.#loop.wake());
  }

  start(): void {
    this.#loop.start();
  }

  /** Stops pulling; messages that are already on their way still arrive. While NATS is away, a pull would never end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#messages !== undefined) await endPulling(this.#messages);
    await this.#loop.stop();
  }

  /** Called when everything that was pulled is settled. */
  close(): Promise<void> {
    return this.#consumer.stop();
  }

  /** Called when there may be room for jobs. */
  wake(): void {
    if (this.#endWait !== undefined && this.#options.wanted() > 0) this.#endWait();
  }

  /** Returns or throws when the connection or the consumer is gone; the loop then starts again. */
  async #pull(): Promise<void> {
    const { host, wanted, take } = this.#options;
    const { connection } = host.link;
    if (connection === undefined) return;
    const consumer = await this.#consumer.open(connection);
    if (consumer === undefined) return;
    while (!this.#isStopped && host.link.connection === connection) {
      const count = wanted();
      if (count === 0) {
        await this.#wait();
        continue;
      }
      const messages = await consumer.fetch({ max_messages: count, expires: PULL_MS });
      this.#messages = messages;
      // `stop` may have been called while the pull was being sent.
      if (this.#isStopped) void messages.close();
      for await (const message of messages) take(message);
      const failure = await messages.closed();
      if (failure instanceof Error) throw failure;
    }
  }

  /** Waits until there is room for jobs, for LOOK_AGAIN_MS at most. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#endWait = undefined;
        resolve();
      };
      const timer = setTimeout(end, LOOK_AGAIN_MS);
      this.#endWait = end;
    });
  }
}

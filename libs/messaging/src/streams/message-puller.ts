import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { BackgroundLoop } from '../background-loop.ts';
import { DurableConsumer, type DurableConsumerOptions } from './durable-consumer.ts';
import { endPulling } from './end-pulling.ts';

/**
 * The server delivers a message again if it hears nothing about it for this long. Messages of a killed process are
 * therefore delayed by this time; a living process reports its messages more often.
 */
const ACK_WAIT_MS = 3_000;
const KEEP_EVERY_MS = 1_000;
/** Work that takes longer is assumed to hang: its message is delivered again, perhaps to another replica. */
const KEPT_AT_MOST_MS = 60_000;
/** A busy consumer pulls rarely, and many messages at once. */
const PULLED_AT_ONCE = 256;
/** A pull without messages ends after this time. */
const PULL_MS = 5_000;
const PAUSE_MS = 500;

export interface MessagePullerOptions extends Omit<DurableConsumerOptions, 'ackWaitMs'> {
  /** Number of messages that this process may hold at once. */
  readonly room: number;
  /** No more messages are pulled while those that are held take more bytes. Default: no limit. */
  readonly roomBytes?: number;
  /** Settles the message (acknowledges it or gives it back) before it resolves. */
  readonly take: (message: JsMsg) => Promise<void>;
}

/** Pulls as many messages as there is room for, and prevents their redelivery until they are settled. */
export class MessagePuller {
  readonly #options: MessagePullerOptions;
  readonly #consumer: DurableConsumer;
  readonly #loop: BackgroundLoop;
  readonly #keeping: BackgroundLoop;
  readonly #held = new Map<JsMsg, { readonly since: number; readonly settled: Promise<void> }>();
  #heldBytes = 0;
  #messages: ConsumerMessages | undefined;
  #onRoom: (() => void) | undefined;
  #stopping = false;

  constructor(options: MessagePullerOptions) {
    this.#options = options;
    const { name, link, logger } = options;
    this.#consumer = new DurableConsumer({ ...options, ackWaitMs: ACK_WAIT_MS });
    this.#loop = new BackgroundLoop(`consumer ${name}`, PAUSE_MS, logger, () => this.#pull());
    this.#keeping = new BackgroundLoop(`keeping messages of ${name}`, KEEP_EVERY_MS, logger, async () => this.#keep());
    link.onConnect(() => this.#loop.wake());
  }

  start(): void {
    this.#keeping.start();
    this.#loop.start();
  }

  /** Stops pulling; messages that are already on their way still arrive. Resolves when all of them are settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#onRoom?.();
    if (this.#messages !== undefined) await endPulling(this.#messages);
    await this.#loop.stop();
    await Promise.all([...this.#held.values()].map(({ settled }) => settled));
    await this.#keeping.stop();
    await this.#consumer.stop();
  }

  /** Ends only when stopping, or when the connection, the consumer or its stream is gone; the loop then restarts it. */
  async #pull(): Promise<void> {
    const { link, room } = this.#options;
    const { connection } = link;
    if (connection === undefined || this.#stopping) return;
    const consumer = await this.#consumer.open(connection);
    if (consumer === undefined) return;
    while (!this.#stopping && link.connection === connection) {
      const max_messages = Math.min(room - this.#held.size, PULLED_AT_ONCE);
      const messages = await consumer.fetch({ max_messages, expires: PULL_MS });
      this.#messages = messages;
      // `stop` may have been called while the pull was being sent.
      if (this.#stopping) void messages.close();
      for await (const message of messages) this.#hold(message);
      const failure = await messages.closed();
      if (failure instanceof Error) throw failure;
      await this.#untilRoom();
    }
  }

  #hold(message: JsMsg): void {
    this.#consumer.noteReceived(message);
    this.#heldBytes += message.data.length;
    const settled = this.#options.take(message).finally(() => {
      this.#held.delete(message);
      this.#heldBytes -= message.data.length;
      if (this.#hasRoom()) this.#onRoom?.();
    });
    this.#held.set(message, { since: Date.now(), settled });
  }

  #hasRoom(): boolean {
    const { room, roomBytes = Infinity } = this.#options;
    return room - this.#held.size >= Math.min(room / 2, PULLED_AT_ONCE) && this.#heldBytes <= roomBytes;
  }

  #untilRoom(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopping || this.#hasRoom()) return resolve();
      this.#onRoom = () => {
        this.#onRoom = undefined;
        resolve();
      };
    });
  }

  #keep(): void {
    if (!this.#options.link.isConnected) return;
    const now = Date.now();
    for (const [message, { since }] of this.#held) {
      if (now - since < KEPT_AT_MOST_MS) message.working();
    }
  }
}

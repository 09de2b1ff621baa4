import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { ConsumerDefinition } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { BackgroundLoop } from '../background-loop.ts';
import type { ConsumerMarks } from './consumer-marks.ts';
import type { StoredMessage } from './consumer-position.ts';
import { ensureConsumer, findConsumer } from './ensure-consumer.ts';
import type { NatsLink } from '../link/nats-link.ts';
import { findStream, jetstreamManagerOf, jetstreamOf } from './streams.ts';

/** A clustered stream can lose messages while the connection stays up, so the position is checked regularly as well. */
const WATCH_EVERY_MS = 30_000;
const SAVE_EVERY_MS = 1_000;
/** Keepers create their streams as soon as they are connected, so a longer absence is worth a warning. */
const MISSING_MS = 30_000;

export interface DurableConsumerOptions extends Pick<ConsumerDefinition, 'stream' | 'name' | 'subject' | 'pullers'> {
  readonly ackWaitMs: number;
  /** The limit applies to all replicas together. */
  readonly maxAckPending: number;
  readonly maxWaiting?: number;
  readonly link: NatsLink;
  readonly logger: Logger;
  /** Stores the newest message that the consumer has received. A work queue needs no marks. */
  readonly marks?: ConsumerMarks;
}

/**
 * Creates a missing durable consumer, and keeps it consistent with its stream at every connection and regularly. Users
 * that only pull from the consumer leave this to the others.
 */
export class DurableConsumer {
  readonly #options: DurableConsumerOptions;
  readonly #watching: BackgroundLoop;
  readonly #saving: BackgroundLoop;
  #ensuring: Promise<boolean> | undefined;
  #missingSince: number | undefined;
  #seen: StoredMessage | undefined;
  #saved: StoredMessage | undefined;

  constructor(options: DurableConsumerOptions) {
    this.#options = options;
    const { name, link, logger } = options;
    this.#watching = new BackgroundLoop(`watching consumer ${name}`, WATCH_EVERY_MS, logger, () => this.#watch());
    this.#saving = new BackgroundLoop(`marking consumer ${name}`, SAVE_EVERY_MS, logger, () => this.#save());
    link.onConnect(() => this.#watching.wake());
  }

  /**
   * Returns a consumer that can be pulled from, or undefined while it or its stream is missing: the keepers that create
   * the stream may start later. If the consumer is recreated later, pending pulls end.
   */
  async open(connection: NatsConnection): Promise<Consumer | undefined> {
    if (!(await this.#ensure(connection))) return undefined;
    this.#watching.start();
    if (this.#options.marks !== undefined) this.#saving.start();
    const { stream, name, link } = this.#options;
    return jetstreamOf(connection, link.user).consumers.get(stream.name, name);
  }

  /** The caller reports every message that it receives. */
  noteReceived({ seq, time }: JsMsg): void {
    this.#seen = newest({ sequence: seq, storedAt: time }, this.#seen);
  }

  async stop(): Promise<void> {
    await this.#watching.stop();
    await this.#saving.stop();
    await this.#save().catch(() => undefined);
  }

  async #watch(): Promise<void> {
    const { connection } = this.#options.link;
    if (connection !== undefined) await this.#ensure(connection);
  }

  /** Concurrent calls share one run: a second run would judge a consumer that the first is about to recreate. */
  #ensure(connection: NatsConnection): Promise<boolean> {
    this.#ensuring ??= this.#ensureNow(connection).finally(() => (this.#ensuring = undefined));
    return this.#ensuring;
  }

  /** Returns false while the stream, or the consumer that this user may not create, is missing. */
  async #ensureNow(connection: NatsConnection): Promise<boolean> {
    const { stream, name, subject, pullers, link, logger, marks } = this.#options;
    const { ackWaitMs, maxAckPending, maxWaiting } = this.#options;
    const remembered = await marks?.find(name);
    const manager = await jetstreamManagerOf(connection, link.user);
    if ((await link.whileConnected(findStream(manager, stream.name))) === undefined) return this.#noteMissing();
    const isPuller = pullers?.some((user) => user === link.user) === true;
    if (isPuller && (await link.whileConnected(findConsumer(manager, stream.name, name))) === undefined) {
      return this.#noteMissing();
    }
    this.#missingSince = undefined;
    if (isPuller) return true;
    const ensured = ensureConsumer(manager, {
      stream,
      logger,
      seen: newest(this.#seen, remembered),
      config: {
        durable_name: name,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        max_ack_pending: maxAckPending,
        ...(maxWaiting !== undefined && { max_waiting: maxWaiting }),
        // The service decides what happens to a message that fails. With a limit, the server would drop it silently.
        max_deliver: -1,
      },
    });
    await link.whileConnected(ensured);
    return true;
  }

  /** When a system starts for the first time, streams are missing for a moment. That is not logged. */
  #noteMissing(): false {
    const now = performance.now();
    this.#missingSince ??= now;
    if (now - this.#missingSince > MISSING_MS) {
      const { stream, name } = this.#options;
      const missing = { stream: stream.name, keepers: stream.keepers, consumer: name };
      this.#options.logger.warn(missing, 'a stream or its consumer is missing: one of its keepers must run');
      this.#missingSince = now;
    }
    return false;
  }

  async #save(): Promise<void> {
    const seen = this.#seen;
    if (seen === undefined || seen === this.#saved) return;
    await this.#options.marks?.save(this.#options.name, seen);
    this.#saved = seen;
  }
}

function newest(one: StoredMessage | undefined, other: StoredMessage | undefined): StoredMessage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const later = one.storedAt.getTime() - other.storedAt.getTime() || one.sequence - other.sequence;
  return later > 0 ? one : other;
}

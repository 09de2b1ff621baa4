import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { StreamDefinition } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { BackgroundLoop } from './background-loop.ts';
import type { ConsumerMarks } from './consumer-marks.ts';
import type { StoredMessage } from './consumer-position.ts';
import { ensureConsumer } from './ensure-consumer.ts';
import type { NatsLink } from './nats-link.ts';
import { findStream, jetstreamManagerOf, jetstreamOf } from './streams.ts';

/** A stream of a cluster can go back while the connection stays. */
const WATCH_EVERY_MS = 30_000;
const SAVE_EVERY_MS = 1_000;
/** Keepers make their streams as soon as they are connected. */
const MISSING_MS = 30_000;

export interface DurableConsumerOptions {
  readonly stream: StreamDefinition;
  /** The durable name: all replicas of a service share it. */
  readonly name: string;
  /** One subject or wildcard; nats-server 2.9 knows no more than one a consumer. */
  readonly subject: string;
  readonly ackWaitMs: number;
  /** Of all replicas together. */
  readonly maxAckPending: number;
  readonly maxWaiting?: number;
  readonly link: NatsLink;
  readonly logger: Logger;
  /** Where it remembers what it has received; a work queue needs none. */
  readonly marks?: ConsumerMarks;
}

/** A durable consumer that is there, and fits its stream, at every connection and while it lasts. */
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
   * Ready to be pulled from, or undefined while its stream is missing: its keepers, who make it, may start later. A consumer
   * that is made anew later ends the pulls that wait for it.
   */
  async open(connection: NatsConnection): Promise<Consumer | undefined> {
    if (!(await this.#ensure(connection))) return undefined;
    this.#watching.start();
    if (this.#options.marks !== undefined) this.#saving.start();
    return jetstreamOf(connection).consumers.get(this.#options.stream.name, this.#options.name);
  }

  /** Called with every message that is received. */
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

  /** Never twice at once: the second would judge what the first is about to make anew. */
  #ensure(connection: NatsConnection): Promise<boolean> {
    this.#ensuring ??= this.#ensureNow(connection).finally(() => (this.#ensuring = undefined));
    return this.#ensuring;
  }

  /** False while its stream is missing. */
  async #ensureNow(connection: NatsConnection): Promise<boolean> {
    const { stream, name, subject, ackWaitMs, maxAckPending, maxWaiting, link, logger, marks } = this.#options;
    const remembered = await marks?.find(name);
    const manager = await jetstreamManagerOf(connection);
    if ((await link.whileConnected(findStream(manager, stream.name))) === undefined) return this.#noteMissing();
    this.#missingSince = undefined;
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
        // What becomes of a message that fails is our decision: the server would drop it silently.
        max_deliver: -1,
      },
    });
    await link.whileConnected(ensured);
    return true;
  }

  /** At the very first start of all it is missing for a moment, which is worth no word. */
  #noteMissing(): false {
    const now = performance.now();
    this.#missingSince ??= now;
    if (now - this.#missingSince > MISSING_MS) {
      const { name, keepers } = this.#options.stream;
      this.#options.logger.warn({ stream: name, keepers }, 'a stream is missing: one of its keepers must run');
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

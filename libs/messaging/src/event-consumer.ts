import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { streams, type EventMessage } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { extractTrace, inSpan, type Logger, type Metrics, SpanKind } from '@vedette/telemetry';
import { BackgroundLoop } from './background-loop.ts';
import { endPulling } from './end-pulling.ts';
import type { Inbox } from './inbox.ts';
import type { NatsLink } from './nats-link.ts';
import { redelivery } from './redelivery.ts';
import { jetstreamManagerOf, jetstreamOf } from './streams.ts';
import { readTrace } from './wire.ts';

const ACK_WAIT_MS = 30_000;
const MAX_ACK_PENDING = 512;
const BUFFERED = 100;

export interface EventConsumerOptions {
  /** The durable name: all replicas of a service share it. */
  readonly name: string;
  /** One subject or wildcard; nats-server 2.9 knows no more than one a consumer. */
  readonly subject: string;
  readonly link: NatsLink;
  readonly sql: Sql;
  readonly inbox: Inbox;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Effects under way at once, well below the connections of the pool; without it, as many as the server hands out. */
  readonly concurrency?: number;
  /** Commits the event's effect together with its inbox row; a repetition must have none. */
  readonly receive: (message: EventMessage) => Promise<void>;
}

/**
 * Receives the events of a durable pull consumer. An event is acknowledged after its effect is committed; a failure is
 * delivered again later, and after many it is parked in a table, never dropped.
 */
export class EventConsumer {
  readonly #options: EventConsumerOptions;
  readonly #loop: BackgroundLoop;
  readonly #received;
  readonly #inFlight = new Set<Promise<void>>();
  #messages: ConsumerMessages | undefined;
  #stopping = false;

  constructor(options: EventConsumerOptions) {
    this.#options = options;
    this.#received = options.metrics.counter('events_received_total', 'Events received, by consumer and outcome', [
      'consumer',
      'outcome',
    ]);
    options.metrics.observedGauge(
      'events_waiting',
      'Events that have not had their effect yet, by consumer',
      () => this.#waiting(),
      { consumer: options.name },
    );
    this.#loop = new BackgroundLoop(`consumer ${options.name}`, 500, options.logger, () => this.#consume());
    options.link.onConnect(() => this.#loop.wake());
  }

  start(): void {
    this.#loop.start();
  }

  /** Takes no more events, and returns when those that were taken are settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#messages !== undefined) await endPulling(this.#messages);
    await this.#loop.stop();
    await Promise.all(this.#inFlight);
  }

  async #waiting(): Promise<number> {
    const { link, name } = this.#options;
    if (link.connection === undefined) throw new Error('NATS is away');
    const manager = await jetstreamManagerOf(link.connection);
    const info = await link.whileConnected(manager.consumers.info(streams.EVENTS.name, name));
    return info.num_pending + info.num_ack_pending;
  }

  /** Returns, or throws, only when the consumer or its stream is gone, so that the loop makes it anew. */
  async #consume(): Promise<void> {
    const { link, concurrency = Infinity } = this.#options;
    const { connection } = link;
    if (connection === undefined || this.#stopping) return;
    await this.#ensureConsumer(connection);
    const consumer = await jetstreamOf(connection).consumers.get(streams.EVENTS.name, this.#options.name);
    // By iteration, not by callback: more is asked for only as fast as it is taken from here.
    const messages = await consumer.consume({ max_messages: BUFFERED, abort_on_missing_resource: true });
    this.#messages = messages;
    // It may have been told to stop while the consumer was on its way.
    if (this.#stopping) void messages.close();
    for await (const message of messages) {
      const work = this.#settle(message).finally(() => this.#inFlight.delete(work));
      this.#inFlight.add(work);
      if (this.#inFlight.size >= concurrency) await Promise.race(this.#inFlight);
    }
    const failure = await messages.closed();
    if (failure instanceof Error) throw failure;
  }

  async #ensureConsumer(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManagerOf(connection);
    await manager.consumers.add(streams.EVENTS.name, {
      durable_name: this.#options.name,
      filter_subject: this.#options.subject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_ACK_PENDING,
      // Parking is our decision, made when the event is safely in a table: the server would drop it silently.
      max_deliver: -1,
    });
  }

  async #settle(message: JsMsg): Promise<void> {
    const { name, receive } = this.#options;
    try {
      await inSpan(
        `receive ${message.subject}`,
        { kind: SpanKind.CONSUMER, parent: extractTrace(readTrace(message.headers)) },
        () => receive(message.json<EventMessage>()),
      );
      message.ack();
      this.#received.inc({ consumer: name, outcome: 'ok' });
    } catch (error) {
      await this.#settleFailure(message, error);
    }
  }

  async #settleFailure(message: JsMsg, error: unknown): Promise<void> {
    const { name, inbox, sql, logger } = this.#options;
    const verdict = redelivery(message.info.deliveryCount);
    if (verdict.kind === 'again') {
      logger.warn({ error, subject: message.subject, delivery: message.info.deliveryCount }, 'an event failed');
      message.nak(verdict.delayMs);
      this.#received.inc({ consumer: name, outcome: 'failed' });
      return;
    }
    const messageId = message.headers?.get('Nats-Msg-Id') ?? `${message.info.stream}:${message.seq}`;
    const parked = {
      messageId,
      subject: message.subject,
      payload: message.string(),
      error: error instanceof Error ? error.message : String(error),
      deliveries: message.info.deliveryCount,
    };
    try {
      await inbox.park(sql, parked);
      logger.error({ error, messageId, subject: message.subject }, 'an event was parked after too many failures');
      message.ack();
      this.#received.inc({ consumer: name, outcome: 'parked' });
    } catch {
      message.nak(verdict.delayMs);
    }
  }
}

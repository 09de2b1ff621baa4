import type { JsMsg } from '@nats-io/jetstream';
import type { EventMessage, StreamDefinition } from '@vedette/contract';
import { extractTrace, inSpan, isTracing, type Logger, type Metrics, noTrace, SpanKind } from '@vedette/telemetry';
import { TurnQueue } from '@vedette/turns';
import type { ConsumerMarks } from './consumer-marks.ts';
import { isAboutData, redelivery } from './failure-kind.ts';
import { MessagePuller } from './message-puller.ts';
import type { NatsLink } from '../link/nats-link.ts';
import type { ParkedMessages } from './parked-messages.ts';
import { MOST_UNSETTLED } from './unsettled.ts';
import { jetstreamManagerOf } from './streams.ts';
import { readOrganization, readTrace } from '../link/wire.ts';

/**
 * Organizations take turns among the events that this process holds. It has room for more than the relays put into the
 * stream, so that an event never waits in the stream, where nobody takes turns.
 */
const ROOM = 2 * MOST_UNSETTLED;
const ROOM_BYTES = 16 * 1024 * 1024;
/** All replicas together. */
const MAX_ACK_PENDING = 4 * ROOM;

export interface EventConsumerOptions<Message> {
  readonly stream: StreamDefinition;
  /** The durable name: all replicas of a service share it. */
  readonly name: string;
  /** One subject or wildcard: nats-server 2.9 supports only one per consumer. */
  readonly subject: string;
  readonly link: NatsLink;
  readonly parked: ParkedMessages;
  readonly marks: ConsumerMarks;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Number of effects that may run at once, well below the pool's connections. */
  readonly concurrency: number;
  /** Commits the event's effect together with its inbox row; a repeated event must have no effect. */
  readonly receive: (message: Message) => Promise<void>;
}

interface Waiting {
  readonly message: JsMsg;
  readonly onSettled: () => void;
}

/**
 * Receives the events, or other facts, of a durable pull consumer. Organizations take turns. An event is acknowledged after its effect is
 * committed. A failed event is delivered again later; if its data makes it fail repeatedly, it is parked in a table,
 * never dropped.
 */
export class EventConsumer<Message = EventMessage> {
  readonly #options: EventConsumerOptions<Message>;
  readonly #puller: MessagePuller;
  readonly #received;
  readonly #waiting = new TurnQueue<Waiting>();
  #running = 0;
  #stopping = false;

  constructor(options: EventConsumerOptions<Message>) {
    this.#options = options;
    const { stream, name, subject, link, marks, logger, metrics, parked, receive } = options;
    this.#received = metrics.counter('events_received_total', 'Events received, by consumer and outcome', [
      'consumer',
      'outcome',
    ]);
    metrics.observedGauge(
      'events_waiting',
      'Events that have not had their effect yet, by consumer',
      () => this.#countWaiting(),
      { consumer: name },
    );
    parked.onReplay(name, (payload) => receive(JSON.parse(payload) as Message));
    this.#puller = new MessagePuller({
      stream,
      name,
      subject,
      maxAckPending: MAX_ACK_PENDING,
      room: ROOM,
      roomBytes: ROOM_BYTES,
      link,
      marks,
      logger,
      take: (message) => this.#take(message),
    });
  }

  start(): void {
    this.#puller.start();
  }

  /** Stops taking events, gives back those that have not started, and resolves when the others are settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#giveBack();
    await this.#puller.stop();
  }

  async #countWaiting(): Promise<number> {
    const { stream, link, name } = this.#options;
    if (link.connection === undefined) throw new Error('NATS is away');
    const manager = await jetstreamManagerOf(link.connection);
    const info = await link.whileConnected(manager.consumers.info(stream.name, name));
    return info.num_pending + info.num_ack_pending;
  }

  #take(message: JsMsg): Promise<void> {
    return new Promise((onSettled) => {
      this.#waiting.push(readOrganization(message.headers), { message, onSettled });
      this.#begin();
      if (this.#stopping) this.#giveBack();
    });
  }

  #begin(): void {
    const { concurrency } = this.#options;
    while (this.#running < concurrency) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running += 1;
      void this.#settle(next.message).finally(() => {
        this.#running -= 1;
        next.onSettled();
        this.#begin();
      });
    }
  }

  #giveBack(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next.message.nak();
      next.onSettled();
    }
  }

  async #settle(message: JsMsg): Promise<void> {
    const { name, receive } = this.#options;
    try {
      const parent = isTracing() ? extractTrace(readTrace(message.headers)) : noTrace;
      await inSpan(`receive ${message.subject}`, { kind: SpanKind.CONSUMER, parent }, () =>
        receive(message.json<Message>()),
      );
      message.ack();
      this.#received.inc({ consumer: name, outcome: 'ok' });
    } catch (error) {
      await this.#settleFailure(message, error);
    }
  }

  async #settleFailure(message: JsMsg, error: unknown): Promise<void> {
    const { name, logger } = this.#options;
    const { subject } = message;
    const { deliveryCount } = message.info;
    const verdict = redelivery(deliveryCount, isAboutData(error));
    if (verdict.kind === 'park' && (await this.#park(message, error))) {
      logger.error({ error, subject }, 'an event was parked after too many failures');
      message.ack();
      this.#received.inc({ consumer: name, outcome: 'parked' });
      return;
    }
    logger.warn({ error, subject, delivery: deliveryCount }, 'an event failed');
    message.nak(verdict.delayMs);
    this.#received.inc({ consumer: name, outcome: 'failed' });
  }

  async #park(message: JsMsg, error: unknown): Promise<boolean> {
    const { name, parked, logger } = this.#options;
    const { stream, timestampNanos, deliveryCount } = message.info;
    try {
      await parked.park({
        consumer: name,
        messageId: message.headers?.get('Nats-Msg-Id') || `${stream}:${message.seq}:${timestampNanos}`,
        subject: message.subject,
        payload: message.data,
        error,
        deliveries: deliveryCount,
      });
      return true;
    } catch (failure) {
      logger.warn({ error: failure, subject: message.subject }, 'an event could not be parked');
      return false;
    }
  }
}

import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { streams, subjects } from '@vedette/contract';
import { BackgroundLoop, endPulling, jetstreamManagerOf, jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { ResultIntake } from './result-intake.ts';

const NAME = 'monitor-results';
const ACK_WAIT_MS = 30_000;
/** Messages of up to some dozens of results; no replica holds more than it applies within seconds. */
const MAX_ACK_PENDING = 400;
const BUFFERED = 100;

/** Pulls results out of RESULTS. Those that arrive while others are applied are applied together, after them. */
@Injectable()
export class ResultConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #pulling: BackgroundLoop;
  readonly #applying: BackgroundLoop;
  #waiting: JsMsg[] = [];
  #messages: ConsumerMessages | undefined;
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly host: Host,
    private readonly intake: ResultIntake,
  ) {
    this.#pulling = new BackgroundLoop('consumer of results', 500, host.logger, () => this.#pull());
    this.#applying = new BackgroundLoop('applying results', 60_000, host.logger, () => this.#applyWaiting());
    host.link.onConnect(() => this.#pulling.wake());
    host.stopping.addEventListener('abort', () => void this.onModuleDestroy());
  }

  onApplicationBootstrap(): void {
    this.#pulling.start();
    this.#applying.start();
  }

  onModuleDestroy(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  /** Takes no more results; those that were taken are applied, or left to another replica. */
  async #stop(): Promise<void> {
    this.#stopping = true;
    if (this.#messages !== undefined) await endPulling(this.#messages);
    await this.#pulling.stop();
    await this.#applying.stop();
    for (const message of this.#waiting) message.nak();
  }

  /** Returns, or throws, only when the consumer or its stream is gone, so that the loop makes it anew. */
  async #pull(): Promise<void> {
    const { connection } = this.host.link;
    if (connection === undefined || this.#stopping) return;
    await ensureConsumer(connection);
    const consumer = await jetstreamOf(connection).consumers.get(streams.RESULTS.name, NAME);
    this.#messages = await consumer.consume({
      max_messages: BUFFERED,
      abort_on_missing_resource: true,
      callback: (message) => {
        this.#waiting.push(message);
        this.#applying.wake();
      },
    });
    // It may have been told to stop while the consumer was on its way.
    if (this.#stopping) await this.#messages.close();
    const failure = await this.#messages.closed();
    if (failure instanceof Error) throw failure;
  }

  async #applyWaiting(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopping) {
      const messages = this.#waiting;
      this.#waiting = [];
      await this.intake.settle(messages);
    }
  }
}

async function ensureConsumer(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManagerOf(connection);
  await manager.consumers.add(streams.RESULTS.name, {
    durable_name: NAME,
    filter_subject: subjects.checkResults,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
    // What fails on every delivery is parked in a table: the server would drop it silently.
    max_deliver: -1,
  });
}

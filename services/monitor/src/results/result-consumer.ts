import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { Gatherer, MessagePuller } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { ResultIntake } from './result-intake.ts';

/** Messages of up to some dozens of results; no replica holds more than it applies within seconds. */
const MAX_ACK_PENDING = 400;
const ROOM = 200;

/** Pulls results out of RESULTS. Those that arrive while others are applied are applied together, after them. */
@Injectable()
export class ResultConsumer {
  readonly #puller: MessagePuller;
  readonly #applying: Gatherer<JsMsg>;
  #isStopping = false;

  constructor({ link, logger, lifecycle }: Host, intake: ResultIntake) {
    this.#puller = new MessagePuller({
      ...consumers.results,
      maxAckPending: MAX_ACK_PENDING,
      room: ROOM,
      link,
      logger,
      take: (message) => this.#take(message),
    });
    this.#applying = new Gatherer({ size: ROOM, run: (messages) => intake.settle(messages) });
    lifecycle.add('entrances', this);
  }

  start(): void {
    this.#puller.start();
  }

  /** Takes no more results; those that are being applied are settled, the others left to another replica. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#applying.refuseWaiting(new Error('The service stops'));
    await this.#puller.stop();
  }

  async #take(message: JsMsg): Promise<void> {
    if (this.#isStopping) return message.nak();
    await this.#applying.add(message).catch(() => message.nak());
  }
}

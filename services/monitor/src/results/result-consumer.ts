import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { Gatherer, MessagePuller } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { ResultIntake } from './result-intake.ts';

/** A message has up to some dozens of results. A replica holds only as many messages as it applies within seconds. */
const MAX_ACK_PENDING = 400;
const ROOM = 200;

/** Pulls results from RESULTS. Results that arrive while others are being applied form the next batch. */
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

  /** Takes no more results. Results that are being applied are settled; the others are left to another replica. */
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

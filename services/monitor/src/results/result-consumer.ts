import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { BackgroundLoop, MessagePuller } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { ResultIntake } from './result-intake.ts';

/** Messages of up to some dozens of results; no replica holds more than it applies within seconds. */
const MAX_ACK_PENDING = 400;
const ROOM = 200;

interface Waiting {
  readonly message: JsMsg;
  readonly onSettled: () => void;
}

/** Pulls results out of RESULTS. Those that arrive while others are applied are applied together, after them. */
@Injectable()
export class ResultConsumer {
  readonly #puller: MessagePuller;
  readonly #applying: BackgroundLoop;
  #waiting: Waiting[] = [];
  #stopping = false;

  constructor(
    { link, logger, lifecycle }: Host,
    private readonly intake: ResultIntake,
  ) {
    this.#puller = new MessagePuller({
      ...consumers.results,
      maxAckPending: MAX_ACK_PENDING,
      room: ROOM,
      link,
      logger,
      take: (message) => this.#take(message),
    });
    this.#applying = new BackgroundLoop('applying results', 60_000, logger, () => this.#applyWaiting());
    lifecycle.add('entrances', this);
  }

  start(): void {
    this.#puller.start();
    this.#applying.start();
  }

  /** Takes no more results; those that are being applied are settled, the others left to another replica. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#giveBack();
    await this.#puller.stop();
    await this.#applying.stop();
  }

  #take(message: JsMsg): Promise<void> {
    return new Promise((onSettled) => {
      this.#waiting.push({ message, onSettled });
      if (this.#stopping) this.#giveBack();
      else this.#applying.wake();
    });
  }

  #giveBack(): void {
    for (const { message, onSettled } of this.#waiting.splice(0)) {
      message.nak();
      onSettled();
    }
  }

  async #applyWaiting(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopping) {
      const taken = this.#waiting;
      this.#waiting = [];
      try {
        await this.intake.settle(taken.map(({ message }) => message));
      } finally {
        for (const { onSettled } of taken) onSettled();
      }
    }
  }
}

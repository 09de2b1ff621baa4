import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import type { AlertChannel } from '../channels/alert-channel.ts';
import { AlertDelivery } from './alert-delivery.ts';

export const CHANNELS = Symbol('alert channels');

const LOOK_EVERY_MS = 500;

/**
 * Sends due alerts. Each channel runs separately, so that a slow mail server delays no webhook. A contact gets one
 * message at a time, in order and at a pace that chat services allow.
 */
@Injectable()
export class AlertSender {
  readonly #lanes: Lane[];

  constructor(
    { logger, lifecycle }: Host,
    @Inject(CHANNELS) channels: readonly AlertChannel[],
    delivery: AlertDelivery,
  ) {
    this.#lanes = channels.map((channel) => new Lane(channel, delivery, logger));
    for (const lane of this.#lanes) lifecycle.add('loops', lane);
  }

  /** Called after a commit that created jobs, so that they are sent at once and not with the next look. */
  wake(): void {
    for (const lane of this.#lanes) lane.wake();
  }
}

class Lane {
  readonly #channel: AlertChannel;
  readonly #delivery: AlertDelivery;
  readonly #loop: BackgroundLoop;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(channel: AlertChannel, delivery: AlertDelivery, logger: Host['logger']) {
    this.#channel = channel;
    this.#delivery = delivery;
    this.#loop = new BackgroundLoop(`${channel.type} alerts`, LOOK_EVERY_MS, logger, () => this.#sendDue());
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Takes no more jobs, and returns when the jobs already taken are settled. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#inFlight);
    this.#channel.close();
  }

  async #sendDue(): Promise<void> {
    const free = this.#channel.concurrency - this.#inFlight.size;
    if (free === 0) return;
    const jobs = await this.#delivery.claim(this.#channel.type, free);
    for (const job of jobs) {
      const work = this.#delivery.deliver(this.#channel, job).finally(() => {
        this.#inFlight.delete(work);
        // A place and a contact have become free.
        this.#loop.wake();
      });
      this.#inFlight.add(work);
    }
  }
}

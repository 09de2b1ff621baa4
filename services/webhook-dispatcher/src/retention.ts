import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { newId } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { RetentionRepository, type Horizon } from './retention.repository.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

const KEPT_MS = 30 * 86_400_000;
const ERASE_EVERY_MS = 60_000;
const BATCH = 1_000;

/** Erases deliveries with their attempts after 30 days, then the events and endpoints that nothing names any more. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;
  #isStopping = false;

  constructor(
    { logger }: Host,
    private readonly repository: RetentionRepository,
    private readonly metrics: WebhookMetrics,
  ) {
    this.#loop = new BackgroundLoop('erasing old deliveries', ERASE_EVERY_MS, logger, () => this.erase());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    this.#isStopping = true;
    return this.#loop.stop();
  }

  async erase(now = new Date()): Promise<void> {
    const horizon = horizonAt(now.getTime() - KEPT_MS);
    await this.#all(async () => {
      const erased = await this.repository.eraseDeliveries(horizon, BATCH);
      this.metrics.erased.inc(erased);
      return erased;
    });
    await this.#all(() => this.repository.eraseEvents(horizon, BATCH));
    await this.#all(() => this.repository.eraseEndpoints(horizon, BATCH));
  }

  async #all(eraseBatch: () => Promise<number>): Promise<void> {
    // One batch after the other keeps each transaction short.
    while (!this.#isStopping && (await eraseBatch()) === BATCH);
  }
}

/** The smallest ids of that time, and the time itself. */
function horizonAt(ms: number): Horizon {
  const randomLength = 16;
  return {
    deliveryId: newId('wd', ms).slice(0, -randomLength),
    eventId: newId('evt', ms).slice(0, -randomLength),
    deletedBefore: new Date(ms),
  };
}

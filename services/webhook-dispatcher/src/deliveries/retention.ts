import { Injectable } from '@nestjs/common';
import { newId } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { RetentionRepository, type Horizon } from './retention.repository.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';

const KEPT_MS = 30 * 86_400_000;
const ERASE_EVERY_MS = 60_000;
const BATCH = 1_000;

/**
 * Erases deliveries and their attempts after 30 days, then the events and endpoints that nothing refers to any more.
 */
@Injectable()
export class Retention {
  constructor(
    private readonly host: Host,
    private readonly repository: RetentionRepository,
    private readonly metrics: WebhookMetrics,
  ) {
    host.lifecycle.loop('erasing old deliveries', ERASE_EVERY_MS, () => this.erase());
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
    // Batches keep each transaction short.
    while (!this.host.stopping.aborted && (await eraseBatch()) === BATCH);
  }
}

/** The smallest possible ids of that time, and the time itself. */
function horizonAt(ms: number): Horizon {
  const randomLength = 16;
  return {
    deliveryId: newId('wd', ms).slice(0, -randomLength),
    eventId: newId('evt', ms).slice(0, -randomLength),
    deletedBefore: new Date(ms),
  };
}

import { Injectable } from '@nestjs/common';
import { WebhookMetrics } from '../webhook-metrics.ts';
import { DispatchRepository } from './dispatch.repository.ts';

const BATCH = 1_000;

/** Ends all pending deliveries of a disabled or deleted endpoint, with one short transaction for each batch. */
@Injectable()
export class PendingDeliveries {
  constructor(
    private readonly repository: DispatchRepository,
    private readonly metrics: WebhookMetrics,
  ) {}

  async end(endpointId: string): Promise<void> {
    const now = new Date();
    let ended: number;
    do {
      // Batches keep each transaction short.
      ended = await this.repository.endPending(endpointId, now, BATCH);
      this.metrics.ended.inc({ state: 'FAILED' }, ended);
    } while (ended === BATCH);
  }
}

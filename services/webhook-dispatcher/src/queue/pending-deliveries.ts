import { Injectable } from '@nestjs/common';
import { WebhookMetrics } from '../webhook-metrics.ts';
import { DispatchRepository } from './dispatch.repository.ts';

const BATCH = 1_000;

/** Ends what waits for an endpoint that was disabled or deleted, however much that is, a short transaction a batch. */
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
      // One batch after the other keeps each transaction short.
      ended = await this.repository.endPending(endpointId, now, BATCH);
      this.metrics.ended.inc({ state: 'FAILED' }, ended);
    } while (ended === BATCH);
  }
}

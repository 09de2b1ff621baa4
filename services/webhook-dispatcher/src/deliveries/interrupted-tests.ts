import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { DeliveryRepository } from './delivery.repository.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';

const LOOK_EVERY_MS = 10_000;

/** Ends test events whose replica died while it sent them. Nothing else does, because test events are not scheduled. */
@Injectable()
export class InterruptedTests {
  constructor(
    { lifecycle }: Host,
    private readonly deliveries: DeliveryRepository,
    private readonly metrics: WebhookMetrics,
  ) {
    lifecycle.loop('ending interrupted test events', LOOK_EVERY_MS, () => this.end());
  }

  async end(): Promise<void> {
    this.metrics.ended.inc({ state: 'FAILED' }, await this.deliveries.endInterruptedTests());
  }
}

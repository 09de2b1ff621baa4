import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { DeliveryRepository } from './delivery.repository.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

const LOOK_EVERY_MS = 10_000;

/** Ends test events whose replica died while it sent them. Nothing else would: the schedule knows nothing of them. */
@Injectable()
export class InterruptedTests implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger }: Host,
    private readonly deliveries: DeliveryRepository,
    private readonly metrics: WebhookMetrics,
  ) {
    this.#loop = new BackgroundLoop('ending interrupted test events', LOOK_EVERY_MS, logger, () => this.end());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  async end(): Promise<void> {
    this.metrics.ended.inc({ state: 'FAILED' }, await this.deliveries.endInterruptedTests());
  }
}

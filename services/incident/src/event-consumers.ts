import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { EventConsumer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MaintenanceService } from './maintenance/maintenance.service.ts';
import { OutageService } from './outage.service.ts';

/** Leaves connections of the pool to requests, whose callers wait, when thousands of monitors go down at once. */
const CONCURRENCY = 6;

/** What other services tell: one consumer a group of events, since the oldest server we support filters by one subject. */
@Injectable()
export class EventConsumers implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #consumers: readonly EventConsumer[];

  constructor(
    { link, logger, metrics }: Host,
    { parked, marks }: ServiceDatabase,
    outages: OutageService,
    maintenance: MaintenanceService,
  ) {
    const common = { link, logger, metrics, parked, marks, concurrency: CONCURRENCY };
    this.#consumers = [
      new EventConsumer({
        ...common,
        ...consumers.outages,
        receive: (message) => outages.receive(message),
      }),
      new EventConsumer({
        ...common,
        ...consumers.maintenance,
        receive: (message) => maintenance.receive(message),
      }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const consumer of this.#consumers) consumer.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
  }
}

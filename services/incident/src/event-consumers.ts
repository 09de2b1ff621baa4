import { Injectable } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { EventConsumer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MaintenanceService } from './maintenance.service.ts';
import { OutageService } from './outages/outage.service.ts';

/** Leaves connections of the pool to requests, whose callers wait, when thousands of monitors go down at once. */
const CONCURRENCY = 6;

/** What other services tell: one consumer a group of events, since the oldest server we support filters by one subject. */
@Injectable()
export class EventConsumers {
  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks }: ServiceDatabase,
    outages: OutageService,
    maintenance: MaintenanceService,
  ) {
    const common = { link, logger, metrics, parked, marks, concurrency: CONCURRENCY };
    lifecycle.add(
      'entrances',
      new EventConsumer({ ...common, ...consumers.outages, receive: (message) => outages.receive(message) }),
    );
    lifecycle.add(
      'entrances',
      new EventConsumer({ ...common, ...consumers.maintenance, receive: (message) => maintenance.receive(message) }),
    );
  }
}

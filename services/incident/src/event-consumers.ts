import { Injectable } from '@nestjs/common';
import { consumers, type EventMessage } from '@vedette/contract';
import { EventConsumer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MaintenanceService } from './maintenance.service.ts';
import { OutageService } from './outages/outage.service.ts';

/** Leaves pool connections to requests, whose callers wait, when thousands of monitors go down at once. */
const CONCURRENCY = 6;

/**
 * Receives the events of other services. Each group of events has its own consumer, because the oldest supported server
 * filters by one subject.
 */
@Injectable()
export class EventConsumers {
  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks, deletedOrganizations }: ServiceDatabase,
    outages: OutageService,
    maintenance: MaintenanceService,
  ) {
    const common = { link, logger, metrics, parked, marks, concurrency: CONCURRENCY };
    lifecycle.add(
      'entrances',
      new EventConsumer<EventMessage>({
        ...common,
        ...consumers.outages,
        receive: deletedOrganizations.ignored((message) => outages.receive(message)),
      }),
    );
    lifecycle.add(
      'entrances',
      new EventConsumer<EventMessage>({
        ...common,
        ...consumers.maintenance,
        receive: deletedOrganizations.ignored((message) => maintenance.receive(message)),
      }),
    );
  }
}

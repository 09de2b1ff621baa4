import { Injectable } from '@nestjs/common';
import { consumers, type EventMessage } from '@vedette/contract';
import { EventConsumer, Gatherer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MaintenanceService } from '../alerts/maintenance.service.ts';
import { OutageService } from './outage.service.ts';

/** Leaves pool connections to requests, whose callers wait, when thousands of monitors go down at once. */
const URGENT_CONCURRENCY = 6;
const CONCURRENCY = 3;
/** How many events about monitors share a transaction if nobody waits for them. */
const BATCH = 20;

/**
 * Receives the events of other services. Each group of events, and each lane, has its own consumer, because the oldest
 * supported server filters by one subject.
 */
@Injectable()
export class EventConsumers {
  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks, deletedOrganizations }: ServiceDatabase,
    outages: OutageService,
    maintenance: MaintenanceService,
  ) {
    const common = { link, logger, metrics, parked, marks };
    const urgent = { ...common, concurrency: URGENT_CONCURRENCY };
    const ordinary = { ...common, concurrency: CONCURRENCY };
    const together = { ...common, concurrency: CONCURRENCY * BATCH };
    const gatherer = new Gatherer<EventMessage>({
      size: BATCH,
      concurrency: CONCURRENCY,
      run: (messages) => outages.receiveAll(messages),
    });
    const gathered = { receive: deletedOrganizations.ignored((message: EventMessage) => gatherer.add(message)) };
    const monitors = { receive: deletedOrganizations.ignored((message: EventMessage) => outages.receive(message)) };
    const windows = { receive: deletedOrganizations.ignored((message: EventMessage) => maintenance.receive(message)) };
    for (const options of [
      { ...urgent, ...consumers.urgentOutages, ...monitors },
      { ...together, ...consumers.outages, ...gathered },
      { ...urgent, ...consumers.urgentMaintenance, ...windows },
      { ...ordinary, ...consumers.maintenance, ...windows },
    ]) {
      lifecycle.add('entrances', new EventConsumer<EventMessage>(options));
    }
  }
}

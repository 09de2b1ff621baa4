import { Injectable } from '@nestjs/common';
import type { EventMessage, MonitorFacts, OutageFact } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { AlertSender } from './alerts/alert-sender.ts';
import { IncidentRepository } from './incident.repository.ts';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { OutageApplication } from './outage-application.ts';

/** What the monitor service says of outages: told as an event or asked for directly, the effect is the same. */
@Injectable()
export class OutageService {
  constructor(
    private readonly incidents: IncidentRepository,
    private readonly monitors: MonitorCopyRepository,
    private readonly application: OutageApplication,
    private readonly sender: AlertSender,
    private readonly database: ServiceDatabase,
  ) {}

  async apply(organizationId: string, outage: OutageFact): Promise<void> {
    const now = new Date();
    await this.incidents.transaction((tx) => this.application.apply(tx, { organizationId, outage, at: now }, now));
    this.#wake();
  }

  async forget(organizationId: string, monitorId: string): Promise<void> {
    await this.incidents.transaction((tx) => this.monitors.forget(tx, organizationId, monitorId, new Date()));
  }

  async receive({ organizationId, event, facts }: EventMessage): Promise<void> {
    if (!('monitor' in event.data)) return;
    const { monitor } = event.data;
    // Every monitor event carries them or none; see MonitorFacts.
    const { outage } = (facts ?? {}) as MonitorFacts;
    await this.incidents.transaction(async (tx) => {
      if (!(await this.database.inbox.receive(tx, event.id))) return;
      const now = new Date();
      if (event.type === 'monitor.deleted') return this.monitors.forget(tx, organizationId, monitor.id, now);
      if (outage === undefined) return this.monitors.describe(tx, monitor);
      return this.application.apply(tx, { organizationId, outage, at: new Date(event.timestamp), monitor }, now);
    });
    this.#wake();
  }

  #wake(): void {
    this.database.relay.wake();
    this.sender.wake();
  }
}

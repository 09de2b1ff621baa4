import { Injectable } from '@nestjs/common';
import type { EventMessage, MonitorFacts, OutageFact } from '@vedette/contract';
import { AlertSender } from '../alerts/alert-sender.ts';
import { SubjectService } from '../alerts/subject.service.ts';
import { MonitorChangeRepository } from '../monitors/monitor-change.repository.ts';
import { MonitorCopyRepository } from '../monitors/monitor-copy.repository.ts';
import { IncidentMutations } from '../mutations.ts';
import { OutageApplication } from './outage-application.ts';

/** Applies facts of the monitor service. An event and a direct request about an outage have the same effect. */
@Injectable()
export class OutageService {
  constructor(
    private readonly mutations: IncidentMutations,
    private readonly monitors: MonitorCopyRepository,
    private readonly changes: MonitorChangeRepository,
    private readonly application: OutageApplication,
    private readonly subjects: SubjectService,
    private readonly sender: AlertSender,
  ) {}

  async apply(organizationId: string, outage: OutageFact): Promise<void> {
    const now = new Date();
    await this.mutations.run((tx) => this.application.apply(tx, { organizationId, outage, at: now }, now));
    this.sender.wake();
  }

  async forget(organizationId: string, monitorId: string): Promise<void> {
    await this.mutations.run((tx) => this.monitors.forget(tx, organizationId, monitorId, new Date()));
  }

  async receive({ organizationId, event, facts }: EventMessage): Promise<void> {
    if (!('monitor' in event.data)) return;
    const { monitor } = event.data;
    // The facts of a monitor event, if it has any, are MonitorFacts.
    const { outage, degraded } = (facts ?? {}) as MonitorFacts;
    await this.mutations.receive(event.id, async (tx) => {
      const now = new Date();
      if (event.type === 'monitor.deleted') return this.monitors.forget(tx, organizationId, monitor.id, now);
      await this.changes.note(tx, organizationId, event);
      if (outage === undefined) await this.monitors.describe(tx, monitor);
      else await this.application.apply(tx, { organizationId, outage, at: new Date(event.timestamp), monitor }, now);
      // Before the slow period, because it locks all subjects of the monitor in one order.
      if (event.type === 'monitor.paused') await this.subjects.applyPause(tx, monitor.id, now);
      if (degraded !== undefined) await this.subjects.applyDegraded(tx, organizationId, degraded, now);
    });
    this.sender.wake();
  }
}

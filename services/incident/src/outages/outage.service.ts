import { Injectable } from '@nestjs/common';
import type { EventMessage, MonitorFacts, OutageFact } from '@vedette/contract';
import { lockAllAbout } from '../alert-locks.repository.ts';
import { AlertSender } from '../sending/alert-sender.ts';
import { AlertService } from '../decisions/alert.service.ts';
import { ParentChecks } from '../alerts/parent-checks.ts';
import { SubjectService } from '../subjects/subject.service.ts';
import { MonitorChangeRepository } from '../monitors/monitor-change.repository.ts';
import { MonitorCopyRepository } from '../monitors/monitor-copy.repository.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
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
    private readonly alerts: AlertService,
    private readonly sender: AlertSender,
    private readonly checks: ParentChecks,
  ) {}

  async apply(organizationId: string, outage: OutageFact): Promise<void> {
    const now = new Date();
    const isAwaited = await this.mutations.run((tx) =>
      this.application.apply(tx, { organizationId, outage, at: now }, now),
    );
    this.#wake(isAwaited);
  }

  async forget(organizationId: string, monitorId: string): Promise<void> {
    this.#wake(await this.mutations.run((tx) => this.#forget(tx, organizationId, monitorId)));
  }

  async receive({ organizationId, event, facts }: EventMessage): Promise<void> {
    if (!('monitor' in event.data)) return;
    const { monitor } = event.data;
    // The facts of a monitor event, if it has any, are MonitorFacts.
    const { outage, degraded } = (facts ?? {}) as MonitorFacts;
    let isAwaited = false;
    await this.mutations.receive(event.id, async (tx) => {
      const now = new Date();
      if (event.type === 'monitor.deleted') {
        isAwaited = await this.#forget(tx, organizationId, monitor.id);
        return;
      }
      if (event.type === 'monitor.paused') {
        // Waits, too, for a page of expiries that has found the monitor watched, so that what the page adds is seen.
        await this.monitors.lock(tx, organizationId, monitor, monitor);
        await lockAllAbout(tx, monitor.id);
      }
      await this.changes.note(tx, organizationId, event);
      if (outage === undefined) await this.monitors.describe(tx, monitor);
      else {
        const told = { organizationId, outage, at: new Date(event.timestamp), monitor };
        isAwaited = await this.application.apply(tx, told, now);
      }
      if (event.type === 'monitor.paused') await this.subjects.applyPause(tx, monitor.id, now);
      if (degraded !== undefined) await this.subjects.applyDegraded(tx, organizationId, degraded, now);
    });
    this.#wake(isAwaited);
  }

  /** Alerts about monitors that depend on it wait for it no longer; true if a check is awaited instead. */
  async #forget(tx: Transaction, organizationId: string, monitorId: string): Promise<boolean> {
    const now = new Date();
    const orphans = await this.monitors.forget(tx, organizationId, monitorId, now);
    const isAwaited = await this.alerts.release(tx, monitorId, now, orphans);
    await this.monitors.dropUnsent(tx, monitorId);
    return isAwaited;
  }

  #wake(isAwaited: boolean): void {
    this.sender.wake();
    if (isAwaited) this.checks.wake();
  }
}

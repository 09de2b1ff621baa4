import { Injectable } from '@nestjs/common';
import type { EventMessage, OutageFact, PausedMonitor } from '@vedette/contract';
import { lockAllAbout } from '../alert-locks.repository.ts';
import { AlertSender } from '../alerts/alert-sender.ts';
import { ParentWaitService } from '../alerts/parent-wait.service.ts';
import { ParentChecks } from '../alerts/parent-checks.ts';
import { SubjectService } from '../alerts/subject.service.ts';
import { MonitorChangeRepository } from '../incidents/monitor-change.repository.ts';
import { MonitorCopyRepository } from '../incidents/monitor-copy.repository.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { monitorNews, type MonitorNews } from './monitor-news.ts';
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
    private readonly waits: ParentWaitService,
    private readonly sender: AlertSender,
    private readonly checks: ParentChecks,
  ) {}

  async apply(organizationId: string, outage: OutageFact): Promise<void> {
    const now = new Date();
    const isAwaited = await this.mutations.run((tx, mutation) =>
      this.application.apply(tx, mutation, { organizationId, outage, at: now }, now),
    );
    this.#wake(isAwaited);
  }

  async forget(organizationId: string, monitorId: string): Promise<void> {
    this.#wake(await this.mutations.run((tx) => this.#forget(tx, organizationId, monitorId)));
  }

  /** When this returns, nobody is told of these monitors any more, whatever events are still on their way. */
  async pause(organizationId: string, paused: readonly PausedMonitor[]): Promise<void> {
    const open = await this.mutations.run((tx) => this.monitors.pause(tx, organizationId, paused));
    const monitors = new Map(paused.map((monitor) => [monitor.id, monitor]));
    for (const id of open) {
      const monitor = monitors.get(id);
      if (monitor !== undefined) await this.mutations.run((tx) => this.#silence(tx, organizationId, monitor));
    }
  }

  receive(message: EventMessage): Promise<void> {
    return this.receiveAll([message]);
  }

  /** Plain ones share a transaction; each of the others has its own. */
  async receiveAll(messages: readonly EventMessage[]): Promise<void> {
    const news = messages.flatMap(monitorNews);
    const plain = news.filter(({ isPlain }) => isPlain);
    if (plain.length > 0) await this.#hear(plain);
    for (const each of news) if (!each.isPlain) await this.#apply(each);
  }

  async #hear(news: readonly MonitorNews[]): Promise<void> {
    const ids = news.map(({ message }) => message.event.id);
    await this.mutations.receiveAll(ids, async (tx, fresh) => {
      const now = new Date();
      const told = news.filter(({ message }) => fresh.has(message.event.id));
      if (told.length === 0) return;
      const open = await this.monitors.hear(tx, told);
      if (open.length > 0) await lockAllAbout(tx, open);
      await this.changes.note(
        tx,
        told.map(({ message }) => message),
      );
      for (const id of open) await this.subjects.applyPause(tx, id, now);
    });
  }

  async #apply({ message, organizationId, monitor, outage, degraded, sequence, isMet }: MonitorNews): Promise<void> {
    const { event } = message;
    const heard = { monitor, sequence };
    let isAwaited = false;
    await this.mutations.receive(event.id, async (tx, mutation) => {
      const now = new Date();
      if (event.type === 'monitor.deleted') {
        isAwaited = await this.#forget(tx, organizationId, monitor.id);
        return;
      }
      let isPaused = false;
      if (isMet) {
        ({ isPaused } = await this.monitors.lock(tx, organizationId, monitor, heard));
        // Also waits for a page of expiries that still counts the monitor as watched, and so sees what it adds.
        if (isPaused) await lockAllAbout(tx, [monitor.id]);
      }
      await this.changes.note(tx, [message]);
      if (outage !== undefined) {
        const told = { organizationId, outage, at: new Date(event.timestamp), heard };
        isAwaited = await this.application.apply(tx, mutation, told, now);
      }
      if (degraded !== undefined) await this.subjects.applyDegraded(tx, organizationId, degraded, heard, now);
      if (isPaused) await this.subjects.applyPause(tx, monitor.id, now);
    });
    this.#wake(isAwaited);
  }

  async #silence(tx: Transaction, organizationId: string, monitor: PausedMonitor): Promise<void> {
    const { isPaused } = await this.monitors.lock(tx, organizationId, monitor);
    if (!isPaused) return;
    await lockAllAbout(tx, [monitor.id]);
    await this.subjects.applyPause(tx, monitor.id, new Date());
  }

  /** Alerts about its children stop waiting for it; true if they wait for a check instead. */
  async #forget(tx: Transaction, organizationId: string, monitorId: string): Promise<boolean> {
    const now = new Date();
    const orphans = await this.monitors.forget(tx, organizationId, monitorId, now);
    const isAwaited = await this.waits.release(tx, monitorId, now, orphans);
    await this.monitors.dropUnsent(tx, monitorId);
    return isAwaited;
  }

  #wake(isAwaited: boolean): void {
    this.sender.wake();
    if (isAwaited) this.checks.wake();
  }
}

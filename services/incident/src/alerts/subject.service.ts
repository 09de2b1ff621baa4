import { Injectable } from '@nestjs/common';
import type { DegradedFact } from '@vedette/contract';
import { MaintenanceRepository } from './maintenance.repository.ts';
import { MonitorCopyRepository, type HeardMonitor } from '../incidents/monitor-copy.repository.ts';
import type { Transaction } from '../mutations.ts';
import { AlertRepository } from './alert.repository.ts';
import type { Subject } from '../plans/contact-news.ts';
import { expiryPlan } from '../plans/expiry-plan.ts';
import { RecipientRepository } from './recipient.repository.ts';
import { SubjectRepository, type StoredSubject } from './subject.repository.ts';
import { subjectPlan, type SubjectPlan } from '../plans/subject-plan.ts';

/** Turns slow periods and expiries into messages for contacts, in the transaction of the change. */
@Injectable()
export class SubjectService {
  constructor(
    private readonly subjects: SubjectRepository,
    private readonly alerts: AlertRepository,
    private readonly recipients: RecipientRepository,
    private readonly windows: MaintenanceRepository,
    private readonly monitors: MonitorCopyRepository,
  ) {}

  async applyDegraded(
    tx: Transaction,
    organizationId: string,
    fact: DegradedFact,
    heard: HeardMonitor,
    now: Date,
  ): Promise<void> {
    const { isForgotten } = await this.monitors.lock(tx, organizationId, fact.monitor, heard);
    if (isForgotten) return;
    const changed = await this.subjects.saveDegraded(tx, organizationId, fact);
    if (changed !== undefined) await this.decide(tx, changed, now);
  }

  /** Nobody is told of the open subjects of a paused monitor. Its expiries are reopened when they are listed again. */
  async applyPause(tx: Transaction, monitorId: string, now: Date): Promise<void> {
    for (const id of await this.subjects.pause(tx, monitorId, now)) await this.decide(tx, id, now);
  }

  due(now: Date, limit: number): Promise<string[]> {
    return this.subjects.due(now, limit);
  }

  /** For a subject about which something has changed, or whose time to be decided about has come. */
  async decide(tx: Transaction, id: string, now: Date): Promise<void> {
    const subject = await this.subjects.lock(tx, id);
    if (subject === undefined) return;
    const { decisions, decideAt } = await this.#plan(tx, subject, now);
    if (subject.endedBy === 'PAUSED') await this.alerts.withdraw(tx, id, now);
    if (subject.endedBy === 'OVER') await this.alerts.dropUnsent(tx, id, now);
    const about = { id, organizationId: subject.organizationId, kind: subject.kind };
    await this.alerts.record(tx, about, decisions, now);
    await this.subjects.decideAgainAt(tx, id, decideAt);
  }

  async #plan(tx: Transaction, subject: StoredSubject, now: Date): Promise<SubjectPlan> {
    const { id, organizationId, kind, at, endedAt, monitorId, monitorType, monitorCreatedAt, isPaused } = subject;
    const monitor = { id: monitorId, createdAt: monitorCreatedAt };
    const spans = await this.windows.spansOf(tx, monitorId, kind === 'EXPIRY' ? now : at);
    switch (kind) {
      case 'EXPIRY': {
        // A contact that is added later hears of it, too.
        const recipients = await this.recipients.ofOrganization(tx, organizationId, monitor, id);
        return expiryPlan({ monitorType, expiresAt: at, isOver: endedAt !== null, spans }, recipients, now);
      }
      case 'DEGRADED': {
        const recipients = await this.recipients.ofSubject(tx, organizationId, monitor, id);
        const lasting = { acknowledgedAt: null, isPaused, parent: { kind: 'none' } } as const;
        const known = { kind, monitorType, startedAt: at, ended: endOf(subject), spans, ...lasting };
        return subjectPlan(known, recipients, now);
      }
    }
  }
}

function endOf({ endedAt, endedBy }: StoredSubject): Subject['ended'] {
  return endedAt === null || endedBy === null || endedBy === 'OVER' ? null : { at: endedAt, because: endedBy };
}

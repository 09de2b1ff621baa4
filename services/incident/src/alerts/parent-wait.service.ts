import { Injectable } from '@nestjs/common';
import type { Transaction } from '../mutations.ts';
import { AlertDecisions } from './alert-story.ts';
import { AlertRepository } from './alert.repository.ts';
import type { DueSource } from './due-decisions.ts';
import { waitUntil } from './parent-wait.ts';
import { ParentWaitRepository, type AskedWait } from './parent-wait.repository.ts';

/** Lets alerts wait for a check of the monitor on which theirs depends, and decides about them when the wait is over. */
@Injectable()
export class ParentWaitService implements DueSource {
  constructor(
    private readonly waits: ParentWaitRepository,
    private readonly alerts: AlertRepository,
    private readonly decisions: AlertDecisions,
  ) {}

  /** For an incident whose alerts waited for a check that is over. */
  async decideChecked(tx: Transaction, wait: AskedWait, now: Date): Promise<void> {
    await this.alerts.lock(tx, wait.incidentId);
    if (await this.waits.end(tx, wait, now)) await this.decisions.decide(tx, wait.incidentId, now);
  }

  /** Incidents whose alerts have waited for as long as they may. */
  due(now: Date, limit: number): Promise<string[]> {
    return this.waits.due(now, limit);
  }

  /** For an incident that is due. */
  async decide(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    await this.alerts.lock(tx, incidentId);
    await this.waits.expire(tx, incidentId, now);
    await this.decisions.decide(tx, incidentId, now);
  }

  /** For a monitor that depends on another one now, or on none. */
  async changeParent(tx: Transaction, monitorId: string, parentId: string | null, now: Date): Promise<void> {
    const incidentId = await this.alerts.lockOngoing(tx, monitorId);
    if (incidentId === undefined) return;
    if (parentId === null) await this.waits.drop(tx, incidentId);
    else await this.waits.begin(tx, incidentId, parentId, waitUntil(now));
    await this.alerts.decideAgainAt(tx, incidentId, now);
  }

  /** For a monitor that is not down any more, or is deleted; true if alerts about others wait for a check now. */
  async release(tx: Transaction, parentId: string, now: Date, orphans?: readonly string[]): Promise<boolean> {
    const children = orphans ?? (await this.waits.childrenOf(tx, parentId));
    return (await this.waits.release(tx, parentId, children, now)) > 0;
  }
}

import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import type { Transaction } from '../mutations.ts';
import type { AttachableMonitor } from '../plans/contact-attachment.ts';
import type { Subject } from '../plans/contact-news.ts';
import { isCovered } from '../plans/spans.ts';
import { AlertRepository, type AlertableIncident } from './alert.repository.ts';
import { MaintenanceRepository } from './maintenance.repository.ts';
import { parentOfOpening, parentState } from './parent-wait.ts';
import { ParentWaitRepository } from './parent-wait.repository.ts';

/** Everything about an outage that decides what contacts are told of it. */
export interface OutageSituation {
  readonly monitor: AttachableMonitor & { readonly id: string };
  readonly subject: Subject;
  readonly parentName: string | null;
}

export interface OpeningSituation extends OutageSituation {
  readonly isInMaintenance: boolean;
  /** Set if the alerts wait until this monitor was checked. */
  readonly wait: { readonly parentId: string; readonly until: Date } | null;
}

export interface StoredSituation extends OutageSituation {
  readonly organizationId: string;
}

@Injectable()
export class OutageSituations {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly windows: MaintenanceRepository,
    private readonly waits: ParentWaitRepository,
  ) {}

  /** Of an incident that is about to be opened. */
  async ofOpening(tx: Transaction, fact: OutageFact, isPaused: boolean, now: Date): Promise<OpeningSituation> {
    const { id, type: monitorType, createdAt } = fact.monitor;
    const startedAt = new Date(fact.startedAt);
    const ended = fact.resolved && { at: new Date(fact.resolved.at), because: fact.resolved.because };
    const spans = await this.windows.spansOf(tx, id, startedAt);
    const found = await this.waits.parentOf(tx, id);
    const parent = parentOfOpening(found, ended !== null, now);
    return {
      monitor: { id, createdAt: new Date(createdAt) },
      subject: { kind: 'INCIDENT', monitorType, startedAt, ended, acknowledgedAt: null, isPaused, spans, parent },
      parentName: found?.name ?? null,
      isInMaintenance: isCovered(startedAt, spans),
      wait: found !== undefined && parent.kind === 'asked' ? { parentId: found.id, until: parent.until } : null,
    };
  }

  /** Makes the alerts of the incident wait for the check of its parent. */
  async awaitParent(
    tx: Transaction,
    incidentId: string,
    { parentId, until }: NonNullable<OpeningSituation['wait']>,
  ): Promise<void> {
    await this.waits.begin(tx, incidentId, parentId, until);
  }

  /** Locks the incident. Undefined if nothing can be decided about it now. */
  async ofIncident(tx: Transaction, incidentId: string, now: Date): Promise<StoredSituation | undefined> {
    const incident = await this.alerts.lock(tx, incidentId);
    // While the incident is only superseded, the fact that says how it ended has not arrived yet.
    if (incident === undefined || incident.resolution === 'SUPERSEDED') return undefined;
    const { organizationId, monitorId, monitorCreatedAt, monitorType, startedAt, acknowledgedAt, isPaused } = incident;
    const spans = await this.windows.spansOf(tx, monitorId, startedAt);
    const wait = await this.waits.find(tx, incidentId);
    const parent = parentState(wait, now);
    const ended = endOf(incident);
    return {
      organizationId,
      monitor: { id: monitorId, createdAt: monitorCreatedAt },
      subject: { kind: 'INCIDENT', monitorType, startedAt, ended, acknowledgedAt, isPaused, spans, parent },
      parentName: wait?.parentName ?? null,
    };
  }
}

function endOf({ resolvedAt, resolution }: AlertableIncident): Subject['ended'] {
  if (resolvedAt === null || resolution === null || resolution === 'SUPERSEDED') return null;
  return { at: resolvedAt, because: resolution };
}

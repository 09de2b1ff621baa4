import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { eventMessage, type Mutation } from '@vedette/messaging';
import { AlertDecisions } from '../alerts/alert-story.ts';
import { ParentWaitService } from '../alerts/parent-wait.service.ts';
import { applyFact } from './incident-lifecycle.ts';
import { IncidentRepository } from '../incidents/incident.repository.ts';
import type { HeardMonitor } from '../incidents/monitor-copy.repository.ts';
import type { Transaction } from '../mutations.ts';
import { OutageRepository } from './outage.repository.ts';
import { causeChanged, opened, resolved } from '../messages/timeline-entry.ts';

export interface ToldOutage {
  readonly organizationId: string;
  readonly outage: OutageFact;
  /** The time of the change that the fact reports. */
  readonly at: Date;
  /** The monitor at that time, if an event reported the fact. */
  readonly heard?: HeardMonitor;
}

type News = 'incident.opened' | 'incident.resolved';

/** Carries out the decision of the lifecycle rule in the caller's transaction: incident, timeline, alerts, events. */
@Injectable()
export class OutageApplication {
  constructor(
    private readonly outages: OutageRepository,
    private readonly incidents: IncidentRepository,
    private readonly alerts: AlertDecisions,
    private readonly waits: ParentWaitService,
  ) {}

  /** True if alerts wait for a check from now on. */
  async apply(tx: Transaction, mutation: Mutation, told: ToldOutage, now: Date): Promise<boolean> {
    const { organizationId, outage } = told;
    const known = await this.outages.lock(tx, organizationId, outage, told.heard);
    const decision = applyFact(outage, known);
    switch (decision.kind) {
      case 'ignore':
        return false;
      case 'confirm':
        await this.#confirm(tx, outage);
        return false;
      case 'change-cause':
        await this.#changeCause(tx, told);
        return false;
      case 'open': {
        const isAwaited = await this.#open(
          tx,
          told,
          { supersedes: decision.supersedes, isPaused: known.isPaused },
          now,
        );
        await this.#tell(tx, mutation, told, ['incident.opened'], now);
        return isAwaited;
      }
      case 'open-resolved':
        await this.#open(tx, told, { supersedes: decision.supersedes, isPaused: known.isPaused }, now);
        await this.#tell(tx, mutation, told, ['incident.opened', 'incident.resolved'], now);
        return this.waits.release(tx, outage.monitor.id, now);
      case 'resolve': {
        if (!(await this.#resolve(tx, outage, decision.changesCause))) return false;
        // Before the decision, which locks jobs: everybody locks waits before jobs.
        const isAwaited = await this.waits.release(tx, outage.monitor.id, now);
        await this.alerts.decide(tx, outage.incidentId, now);
        await this.#tell(tx, mutation, told, ['incident.resolved'], now);
        return isAwaited;
      }
    }
  }

  async #open(
    tx: Transaction,
    { organizationId, outage: fact }: ToldOutage,
    { supersedes, isPaused }: { readonly supersedes: string | undefined; readonly isPaused: boolean },
    now: Date,
  ): Promise<boolean> {
    if (supersedes !== undefined) await this.outages.supersede(tx, supersedes, fact.startedAt);
    const alerts = await this.alerts.planOpening(tx, organizationId, fact, isPaused, now);
    const end = fact.resolved === null ? [] : [resolved(new Date(fact.startedAt), fact.resolved)];
    const timeline = [opened(fact), ...end, ...alerts.entries];
    await this.outages.open(tx, { organizationId, fact, alerts, timeline });
    await this.alerts.carryOutOpening(tx, { id: fact.incidentId, organizationId }, alerts, now);
    return alerts.wait !== null;
  }

  async #confirm(tx: Transaction, outage: OutageFact): Promise<void> {
    if (await this.outages.change(tx, outage)) await this.outages.addEvidence(tx, outage);
  }

  async #changeCause(tx: Transaction, { outage, at }: ToldOutage): Promise<void> {
    if (!(await this.outages.change(tx, outage))) return;
    await this.outages.addEvidence(tx, outage);
    await this.incidents.addCauseChange(tx, outage.incidentId, causeChanged(outage.cause, at));
  }

  /** False when another transaction was first. */
  async #resolve(tx: Transaction, outage: OutageFact, changesCause: boolean): Promise<boolean> {
    if (outage.resolved === null) return false;
    const end = resolved(new Date(outage.startedAt), outage.resolved);
    const timeline = changesCause ? [causeChanged(outage.cause, end.at), end] : [end];
    if (!(await this.outages.resolve(tx, outage, timeline))) return false;
    await this.outages.addEvidence(tx, outage);
    return true;
  }

  async #tell(
    tx: Transaction,
    mutation: Mutation,
    { organizationId, outage }: ToldOutage,
    news: News[],
    now: Date,
  ): Promise<void> {
    const incident = await this.incidents.read(tx, organizationId, outage.incidentId);
    if (incident === undefined) throw new Error(`Incident ${outage.incidentId} is gone from its own transaction`);
    mutation.tell(news.map((type) => eventMessage(organizationId, type, { incident }, now)));
  }
}

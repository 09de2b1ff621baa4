import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { eventMessage } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { isCovered } from './alerts/alert-decision.ts';
import { AlertService } from './alerts/alert.service.ts';
import { applyFact } from './incident-lifecycle.ts';
import { IncidentRepository, type Transaction } from './incident.repository.ts';
import { MaintenanceRepository } from './maintenance/maintenance.repository.ts';
import { OutageRepository } from './outage.repository.ts';
import { causeChanged, opened, resolved } from './timeline-message.ts';

export interface ToldOutage {
  readonly organizationId: string;
  readonly outage: OutageFact;
  /** When what it says came about. */
  readonly at: Date;
}

type News = 'incident.opened' | 'incident.resolved';

/** Carries out what the lifecycle rule decides, in the caller's transaction: incident, timeline, alerts, events. */
@Injectable()
export class OutageApplication {
  constructor(
    private readonly outages: OutageRepository,
    private readonly incidents: IncidentRepository,
    private readonly windows: MaintenanceRepository,
    private readonly alerts: AlertService,
    private readonly database: ServiceDatabase,
  ) {}

  async apply(tx: Transaction, told: ToldOutage, now: Date): Promise<void> {
    const { organizationId, outage } = told;
    const decision = applyFact(outage, await this.outages.lock(tx, organizationId, outage));
    switch (decision.kind) {
      case 'ignore':
        return;
      case 'confirm':
        return this.#confirm(tx, outage);
      case 'change cause':
        return this.#changeCause(tx, told);
      case 'open':
        await this.#open(tx, told, decision.supersedes);
        return this.#tell(tx, told, ['incident.opened'], now);
      case 'open resolved':
        await this.#open(tx, told, decision.supersedes);
        return this.#tell(tx, told, ['incident.opened', 'incident.resolved'], now);
      case 'resolve':
        if (await this.#resolve(tx, told, decision.changesCause)) {
          await this.#tell(tx, told, ['incident.resolved'], now);
        }
    }
  }

  async #open(tx: Transaction, { organizationId, outage }: ToldOutage, supersedes: string | undefined): Promise<void> {
    if (supersedes !== undefined) await this.outages.supersede(tx, supersedes, outage.startedAt);
    const startedAt = new Date(outage.startedAt);
    const spans = await this.windows.spansOf(tx, outage.monitor.id, startedAt);
    await this.outages.insert(tx, organizationId, outage, isCovered(startedAt, spans));
    await this.outages.addEvidence(tx, outage.incidentId, outage.evidence);
    const end = outage.resolved === null ? [] : [resolved(startedAt, outage.resolved)];
    await this.incidents.addToTimeline(tx, outage.incidentId, [opened(outage), ...end]);
  }

  async #confirm(tx: Transaction, outage: OutageFact): Promise<void> {
    if (await this.outages.change(tx, outage)) {
      await this.outages.addEvidence(tx, outage.incidentId, outage.evidence);
    }
  }

  async #changeCause(tx: Transaction, { outage, at }: ToldOutage): Promise<void> {
    if (!(await this.outages.change(tx, outage))) return;
    await this.outages.addEvidence(tx, outage.incidentId, outage.evidence);
    await this.incidents.addCauseChange(tx, outage.incidentId, causeChanged(outage.cause, at));
  }

  /** False when somebody else was first. */
  async #resolve(tx: Transaction, { outage }: ToldOutage, changesCause: boolean): Promise<boolean> {
    if (outage.resolved === null || !(await this.outages.change(tx, outage))) return false;
    await this.outages.addEvidence(tx, outage.incidentId, outage.evidence);
    if (changesCause) {
      const entry = causeChanged(outage.cause, new Date(outage.resolved.at));
      await this.incidents.addCauseChange(tx, outage.incidentId, entry);
    }
    const end = resolved(new Date(outage.startedAt), outage.resolved);
    await this.incidents.addToTimeline(tx, outage.incidentId, [end]);
    return true;
  }

  async #tell(tx: Transaction, { organizationId, outage }: ToldOutage, news: News[], now: Date): Promise<void> {
    await this.alerts.decide(tx, outage.incidentId, now);
    const incident = await this.incidents.read(tx, organizationId, outage.incidentId);
    if (incident === undefined) throw new Error(`Incident ${outage.incidentId} is gone from its own transaction`);
    const events = news.map((type) => eventMessage(organizationId, type, { incident }, now));
    await this.database.outbox.write(tx, events);
  }
}

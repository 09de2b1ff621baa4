import { Injectable } from '@nestjs/common';
import { ContactRepository } from '../contacts/contact.repository.ts';
import { IncidentRepository, type Transaction } from '../incident.repository.ts';
import { MaintenanceRepository } from '../maintenance/maintenance.repository.ts';
import type { TimelineEntry } from '../timeline-message.ts';
import { alertDecision, type AlertDecision, type Outage } from './alert-decision.ts';
import { alertHeld, alertSpared, alertWithdrawn } from './alert-timeline.ts';
import { AlertRepository, type AlertableIncident } from './alert.repository.ts';

/** A window may be cancelled in the very moment in which an outage is held for it: no look is the last one. */
const LOOK_AGAIN_MS = 30_000;

/** Turns what happened to an incident into messages for its contacts, in the transaction in which it happened. */
@Injectable()
export class AlertService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly contacts: ContactRepository,
    private readonly windows: MaintenanceRepository,
    private readonly incidents: IncidentRepository,
  ) {}

  async decide(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    const incident = await this.alerts.lock(tx, incidentId);
    if (incident === undefined) return;
    const outage = outageOf(incident);
    if (outage === undefined) return;
    const spans = await this.windows.spansOf(tx, incident.monitorId, incident.startedAt);
    const decision = alertDecision(outage, incident.alertState, spans, now);
    const entries = await this.#carryOut(tx, incident, decision, now);
    await this.incidents.addToTimelineOnce(tx, incidentId, entries);
  }

  async #carryOut(
    tx: Transaction,
    incident: AlertableIncident,
    decision: AlertDecision,
    now: Date,
  ): Promise<TimelineEntry[]> {
    const { id } = incident;
    switch (decision.kind) {
      case 'nothing':
        return [];
      case 'hold':
        await this.alerts.setState(tx, id, 'HELD', earlier(decision.until, new Date(now.getTime() + LOOK_AGAIN_MS)));
        return [alertHeld(decision.until, now)];
      case 'tell opening':
        await this.#tellOpening(tx, incident, now);
        return [];
      case 'tell both':
        await this.#tellOpening(tx, incident, now);
        await this.alerts.addResolutionJobs(tx, id, now);
        return [];
      case 'tell resolution':
        await this.alerts.addResolutionJobs(tx, id, now);
        return [];
      case 'keep silent':
        await this.alerts.setState(tx, id, 'SILENT', null);
        return [alertSpared(decision.because, now)];
      case 'withdraw': {
        await this.alerts.setState(tx, id, 'SILENT', null);
        const spared = await this.alerts.withdraw(tx, id, now);
        return spared.map((contact) => alertWithdrawn(contact, now));
      }
    }
  }

  async #tellOpening(tx: Transaction, incident: AlertableIncident, now: Date): Promise<void> {
    const { id, organizationId, monitorId, monitorCreatedAt } = incident;
    await this.alerts.setState(tx, id, 'TOLD', null);
    const contacts = await this.contacts.attachedTo(tx, organizationId, { id: monitorId, createdAt: monitorCreatedAt });
    await this.alerts.addJobs(tx, id, contacts, 'OPENED', now);
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** Undefined while only a later outage says that this one is over: how it ended is yet to arrive. */
function outageOf({ startedAt, resolvedAt, resolution }: AlertableIncident): Outage | undefined {
  if (resolvedAt === null || resolution === null) return { startedAt, resolved: null };
  return resolution === 'SUPERSEDED' ? undefined : { startedAt, resolved: { at: resolvedAt, because: resolution } };
}

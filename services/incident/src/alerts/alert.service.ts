import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { ContactRepository, type AttachedContact } from '../contacts/contact.repository.ts';
import { IncidentRepository } from '../incident.repository.ts';
import type { Transaction } from '../mutations.ts';
import { MaintenanceRepository } from '../maintenance/maintenance.repository.ts';
import { alertDecision, isCovered, type Outage } from './alert-decision.ts';
import { alertPlan, type AlertPlan } from './alert-plan.ts';
import { alertWithdrawn } from '../messages/alert-timeline.ts';
import { AlertRepository, type AlertableIncident } from './alert.repository.ts';

/** The alert plan of a new incident. */
export interface OpeningAlerts extends AlertPlan {
  readonly isInMaintenance: boolean;
  /** The contacts that get the messages. */
  readonly contacts: readonly AttachedContact[];
}

/** Turns changes of an incident into messages for its contacts, in the transaction of the change. */
@Injectable()
export class AlertService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly contacts: ContactRepository,
    private readonly windows: MaintenanceRepository,
    private readonly incidents: IncidentRepository,
  ) {}

  /** For an incident that is about to be opened. */
  async planOpening(
    tx: Transaction,
    organizationId: string,
    { monitor, startedAt, resolved }: OutageFact,
    now: Date,
  ): Promise<OpeningAlerts> {
    const outage = {
      startedAt: new Date(startedAt),
      resolved: resolved && { at: new Date(resolved.at), because: resolved.because },
    };
    const spans = await this.windows.spansOf(tx, monitor.id, outage.startedAt);
    const plan = alertPlan(alertDecision(outage, 'HELD', spans, now), now);
    if (plan === undefined) throw new Error('There is always something to decide about a new incident');
    const attachable = { id: monitor.id, createdAt: new Date(monitor.createdAt) };
    const contacts = plan.news.length === 0 ? [] : await this.contacts.attachedTo(organizationId, attachable, tx);
    return { ...plan, isInMaintenance: isCovered(outage.startedAt, spans), contacts };
  }

  /** For a stored incident that was resolved, or whose time of being held is over. */
  async decide(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    const incident = await this.alerts.lock(tx, incidentId);
    const outage = incident && outageOf(incident);
    if (incident === undefined || outage === undefined) return;
    const { monitorId, alertState, startedAt } = incident;
    const spans = alertState === 'HELD' ? await this.windows.spansOf(tx, monitorId, startedAt) : [];
    const plan = alertPlan(alertDecision(outage, alertState, spans, now), now);
    if (plan !== undefined) await this.#carryOut(tx, incident, plan, now);
  }

  async #carryOut(tx: Transaction, incident: AlertableIncident, plan: AlertPlan, now: Date): Promise<void> {
    const { id, organizationId, monitorId, monitorCreatedAt, alertState } = incident;
    if (plan.state !== alertState || plan.state === 'HELD') {
      await this.alerts.setState(tx, id, plan.state, plan.heldUntil);
    }
    if (plan.news.includes('OPENED')) {
      const monitor = { id: monitorId, createdAt: monitorCreatedAt };
      const contacts = await this.contacts.attachedTo(organizationId, monitor, tx);
      await this.alerts.addOpeningJobs(tx, id, contacts, now);
    }
    if (plan.news.includes('RESOLVED')) await this.alerts.addResolutionJobs(tx, id, now);
    const spared = plan.withdraws ? await this.alerts.withdraw(tx, id, now) : [];
    const entries = [...plan.entries, ...spared.map((contact) => alertWithdrawn(contact, now))];
    await this.incidents.addToTimelineOnce(tx, id, entries);
  }
}

/** Undefined while the incident is only superseded: the fact that says how it ended has not arrived yet. */
function outageOf({ startedAt, resolvedAt, resolution }: AlertableIncident): Outage | undefined {
  if (resolvedAt === null || resolution === null) return { startedAt, resolved: null };
  return resolution === 'SUPERSEDED' ? undefined : { startedAt, resolved: { at: resolvedAt, because: resolution } };
}

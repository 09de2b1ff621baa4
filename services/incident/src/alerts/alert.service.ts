import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { IncidentRepository } from '../lifecycle/incident.repository.ts';
import { MaintenanceRepository } from '../maintenance/maintenance.repository.ts';
import { alertWithdrawn, decisionEntries } from '../messages/alert-timeline.ts';
import type { Transaction } from '../mutations.ts';
import type { TimelineEntry } from '../lifecycle/timeline-message.ts';
import { AlertRepository, type AlertableIncident } from './alert.repository.ts';
import type { Subject } from './contact-news.ts';
import { RecipientRepository, type StoredRecipient } from './recipient.repository.ts';
import { isCovered, type Span } from './spans.ts';
import { subjectPlan, type Decision, type SubjectPlan } from './subject-plan.ts';

/** The alert plan of a new incident. */
export interface OpeningAlerts extends SubjectPlan {
  readonly isInMaintenance: boolean;
  readonly entries: readonly TimelineEntry[];
}

/** Turns changes of an incident into messages for its contacts, in the transaction of the change. */
@Injectable()
export class AlertService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly recipients: RecipientRepository,
    private readonly windows: MaintenanceRepository,
    private readonly incidents: IncidentRepository,
  ) {}

  /** For an incident that is about to be opened; `carryOutOpening` follows when it is stored. */
  async planOpening(
    tx: Transaction,
    organizationId: string,
    { monitor, startedAt, resolved }: OutageFact,
    now: Date,
  ): Promise<OpeningAlerts> {
    const outage = {
      startedAt: new Date(startedAt),
      ended: resolved && { at: new Date(resolved.at), because: resolved.because },
    };
    const spans = await this.windows.spansOf(tx, monitor.id, outage.startedAt);
    const attachable = { id: monitor.id, createdAt: new Date(monitor.createdAt) };
    const recipients = await this.recipients.ofOrganization(tx, organizationId, attachable);
    const plan = subjectPlan(subjectOf({ ...outage, monitorType: monitor.type, spans }), recipients, now);
    const isInMaintenance = isCovered(outage.startedAt, spans);
    return { ...plan, isInMaintenance, entries: entriesOf(plan.decisions, recipients, now) };
  }

  carryOutOpening(
    tx: Transaction,
    incident: Pick<AlertableIncident, 'id' | 'organizationId'>,
    { decisions }: OpeningAlerts,
    now: Date,
  ): Promise<void> {
    return this.alerts.record(tx, { ...incident, kind: 'INCIDENT' }, decisions, now);
  }

  /** For a stored incident about which something has changed, or whose time to be decided about has come. */
  async decide(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    const incident = await this.alerts.lock(tx, incidentId);
    // While the incident is only superseded, the fact that says how it ended has not arrived yet.
    if (incident === undefined || incident.resolution === 'SUPERSEDED') return;
    const { organizationId, monitorId, monitorCreatedAt, startedAt, acknowledgedAt } = incident;
    const monitor = { id: monitorId, createdAt: monitorCreatedAt };
    const recipients = await this.recipients.ofIncident(tx, organizationId, monitor, incidentId);
    const spans = await this.windows.spansOf(tx, monitorId, startedAt);
    const ended = endOf(incident);
    const { decisions, decideAt } = subjectPlan(subjectOf({ ...incident, ended, spans }), recipients, now);
    if (ended !== null || acknowledgedAt !== null) await this.alerts.dropReminders(tx, incidentId);
    const spared = ended?.because === 'PAUSED' ? await this.alerts.withdraw(tx, incidentId, now) : [];
    await this.alerts.record(tx, { id: incidentId, organizationId, kind: 'INCIDENT' }, decisions, now);
    await this.alerts.decideAgainAt(tx, incidentId, decideAt);
    const withdrawn = spared.map((contact) => alertWithdrawn(contact, now));
    await this.incidents.addToTimelineOnce(tx, incidentId, [...entriesOf(decisions, recipients, now), ...withdrawn]);
  }
}

interface KnownOutage {
  readonly startedAt: Date;
  readonly ended: Subject['ended'];
  readonly acknowledgedAt?: Date | null;
  readonly monitorType: Subject['monitorType'];
  readonly spans: readonly Span[];
}

/** A pause ends an outage, so an ongoing one is never paused. */
function subjectOf({ startedAt, ended, acknowledgedAt = null, monitorType, spans }: KnownOutage): Subject {
  const parent = { kind: 'none' } as const;
  return { kind: 'INCIDENT', monitorType, startedAt, ended, acknowledgedAt, isPaused: false, spans, parent };
}

function endOf({ resolvedAt, resolution }: AlertableIncident): Subject['ended'] {
  if (resolvedAt === null || resolution === null || resolution === 'SUPERSEDED') return null;
  return { at: resolvedAt, because: resolution };
}

function entriesOf(decisions: readonly Decision[], recipients: readonly StoredRecipient[], now: Date): TimelineEntry[] {
  const contacts = new Map(recipients.map(({ id, contact }) => [id, contact]));
  return decisionEntries(
    decisions.flatMap((decision) => {
      const contact = contacts.get(decision.contactId);
      return contact === undefined ? [] : [{ ...decision, contact }];
    }),
    now,
  );
}

import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { IncidentRepository } from '../incidents/incident.repository.ts';
import { MaintenanceRepository } from './maintenance.repository.ts';
import { alertWithdrawn, decisionEntries } from '../messages/alert-timeline.ts';
import type { Transaction } from '../mutations.ts';
import type { TimelineEntry } from '../messages/timeline-message.ts';
import { AlertRepository, type AlertableIncident } from './alert.repository.ts';
import type { Subject } from '../plans/contact-news.ts';
import { parentOfOpening, parentState, waitUntil } from './parent-wait.ts';
import { ParentWaitRepository, type AskedWait } from './parent-wait.repository.ts';
import { RecipientRepository, type StoredRecipient } from './recipient.repository.ts';
import { isCovered, type Span } from '../plans/spans.ts';
import { subjectPlan, type Decision, type SubjectPlan } from '../plans/subject-plan.ts';

/** The alert plan of a new incident. */
export interface OpeningAlerts extends SubjectPlan {
  readonly isInMaintenance: boolean;
  readonly entries: readonly TimelineEntry[];
  /** Set if the alerts wait until this monitor was checked. */
  readonly wait: { readonly parentId: string; readonly until: Date } | null;
}

/** Turns changes of an incident into messages for its contacts, in the transaction of the change. */
@Injectable()
export class AlertService {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly recipients: RecipientRepository,
    private readonly windows: MaintenanceRepository,
    private readonly incidents: IncidentRepository,
    private readonly waits: ParentWaitRepository,
  ) {}

  /** For an incident that is about to be opened; `carryOutOpening` follows when it is stored. */
  async planOpening(
    tx: Transaction,
    organizationId: string,
    { monitor, startedAt, resolved }: OutageFact,
    isPaused: boolean,
    now: Date,
  ): Promise<OpeningAlerts> {
    const outage = {
      isPaused,
      startedAt: new Date(startedAt),
      ended: resolved && { at: new Date(resolved.at), because: resolved.because },
    };
    const spans = await this.windows.spansOf(tx, monitor.id, outage.startedAt);
    const attachable = { id: monitor.id, createdAt: new Date(monitor.createdAt) };
    const recipients = await this.recipients.ofOrganization(tx, organizationId, attachable);
    const found = await this.waits.parentOf(tx, monitor.id);
    const parent = parentOfOpening(found, resolved !== null, now);
    const plan = subjectPlan(subjectOf({ ...outage, monitorType: monitor.type, spans, parent }), recipients, now);
    const isInMaintenance = isCovered(outage.startedAt, spans);
    const entries = entriesOf(plan.decisions, recipients, found?.name ?? null, now);
    const wait = found !== undefined && parent.kind === 'asked' ? { parentId: found.id, until: parent.until } : null;
    return { ...plan, isInMaintenance, entries, wait };
  }

  async carryOutOpening(
    tx: Transaction,
    incident: Pick<AlertableIncident, 'id' | 'organizationId'>,
    { decisions, wait }: OpeningAlerts,
    now: Date,
  ): Promise<void> {
    if (wait !== null) await this.waits.begin(tx, incident.id, wait.parentId, wait.until);
    await this.alerts.record(tx, { ...incident, kind: 'INCIDENT' }, decisions, now);
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
    const wait = await this.waits.find(tx, incidentId);
    const subject = subjectOf({ ...incident, ended, spans, parent: parentState(wait, now) });
    const { decisions, decideAt } = subjectPlan(subject, recipients, now);
    if (ended !== null || acknowledgedAt !== null) await this.alerts.dropReminders(tx, incidentId);
    const spared = ended?.because === 'PAUSED' ? await this.alerts.withdraw(tx, incidentId, now) : [];
    await this.alerts.record(tx, { id: incidentId, organizationId, kind: 'INCIDENT' }, decisions, now);
    await this.alerts.decideAgainAt(tx, incidentId, decideAt);
    const withdrawn = spared.map((contact) => alertWithdrawn(contact, now));
    const entries = entriesOf(decisions, recipients, wait?.parentName ?? null, now);
    await this.incidents.addToTimelineOnce(tx, incidentId, [...entries, ...withdrawn]);
  }

  /** For an incident whose alerts waited for a check that is over. */
  async decideChecked(tx: Transaction, wait: AskedWait, now: Date): Promise<void> {
    await this.alerts.lock(tx, wait.incidentId);
    if (await this.waits.end(tx, wait, now)) await this.decide(tx, wait.incidentId, now);
  }

  /** For an incident whose alerts have waited for long enough. */
  async decideUnchecked(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    await this.alerts.lock(tx, incidentId);
    await this.waits.expire(tx, incidentId, now);
    await this.decide(tx, incidentId, now);
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

interface KnownOutage {
  readonly startedAt: Date;
  readonly ended: Subject['ended'];
  readonly acknowledgedAt?: Date | null;
  readonly monitorType: Subject['monitorType'];
  /** A pause ends an outage. The fact about its end may arrive later than the pause itself. */
  readonly isPaused: boolean;
  readonly spans: readonly Span[];
  readonly parent: Subject['parent'];
}

function subjectOf({ startedAt, ended, acknowledgedAt = null, ...known }: KnownOutage): Subject {
  const { monitorType, isPaused, spans, parent } = known;
  return { kind: 'INCIDENT', monitorType, startedAt, ended, acknowledgedAt, isPaused, spans, parent };
}

function endOf({ resolvedAt, resolution }: AlertableIncident): Subject['ended'] {
  if (resolvedAt === null || resolution === null || resolution === 'SUPERSEDED') return null;
  return { at: resolvedAt, because: resolution };
}

function entriesOf(
  decisions: readonly Decision[],
  recipients: readonly StoredRecipient[],
  parent: string | null,
  now: Date,
): TimelineEntry[] {
  const contacts = new Map(recipients.map(({ id, contact }) => [id, contact]));
  return decisionEntries(
    decisions.flatMap((decision) => {
      const contact = contacts.get(decision.contactId);
      return contact === undefined ? [] : [{ ...decision, contact, parent }];
    }),
    now,
  );
}
